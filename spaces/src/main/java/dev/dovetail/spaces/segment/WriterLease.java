package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A writer's sign of life: a locked file that carries the writer's random name, which its segment
/// files carry too. The operating system drops the lock with the process, so a writer that was
/// killed is told from one that works.
public final class WriterLease implements AutoCloseable {
  static final String SUFFIX = ".lock";

  /// The writers of this process. Their files must not be opened again: closing any channel of a
  /// file gives up every lock that the process has on it.
  private static final Set<String> HELD = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final String writer;
  private final FileChannel channel;
  private final AtomicInteger segments = new AtomicInteger();

  private WriterLease(Path path, String writer, FileChannel channel) {
    this.path = path;
    this.writer = writer;
    this.channel = channel;
  }

  static WriterLease take(Path folder) throws IOException {
    while (true) {
      String writer = UUID.randomUUID().toString().replace("-", "");
      Path path = path(folder, writer);
      HELD.add(writer);
      boolean held = false;
      try {
        FileChannel channel =
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        // A sweep may have taken the file for a dead writer's before it was locked.
        held = lock != null && Files.exists(path);
        if (held) {
          return new WriterLease(path, writer, channel);
        }
        channel.close();
      } finally {
        if (!held) {
          HELD.remove(writer);
        }
      }
    }
  }

  /// Calls `work` if no living writer has the name; nobody can take it for living meanwhile.
  ///
  /// @return whether the writer was dead
  static boolean ifDead(Path folder, String writer, Runnable work) throws IOException {
    Path path = path(folder, writer);
    if (HELD.contains(writer)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        return false;
      }
      work.run();
      Files.deleteIfExists(path);
      return true;
    } catch (NoSuchFileException _) {
      // It ended in order: what it published is in the catalog, and the rest is nobody's.
      work.run();
      return true;
    }
  }

  private static Path path(Path folder, String writer) {
    return folder.resolve(writer + SUFFIX);
  }

  /// A new file name for a segment of this writer.
  String nextSegment() {
    return writer + "-" + segments.getAndIncrement() + SegmentFolder.SUFFIX;
  }

  /// Ends the writer. Its file goes before its lock, so that no sweep sees it unlocked.
  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(path);
    } catch (IOException _) {
      // The lock is gone all the same; the next sweep removes the file.
    } finally {
      HELD.remove(writer);
    }
  }
}
