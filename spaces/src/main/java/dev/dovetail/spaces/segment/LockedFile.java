package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// A file that one process works on, or whose presence says that it works, with a lock that shows
/// it: the operating system drops the lock with the process, so what a killed one has left is told
/// from what is in use.
public final class LockedFile implements AutoCloseable {
  /// The names of the files that a thread of this process has, or looks at. They must not be opened
  /// again: closing any channel of a file gives up every lock that the process has on it, and the
  /// JVM refuses to lock a file twice.
  private static final Set<String> HELD = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel channel;

  private LockedFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /// Makes a file. On a volume that knows no locks it has none, and nobody can take it for
  /// abandoned.
  ///
  /// @param paths gives a path whose name no file ever had
  public static LockedFile create(Supplier<Path> paths) throws IOException {
    while (true) {
      Path path = paths.get();
      HELD.add(name(path));
      boolean held = false;
      try {
        FileChannel channel =
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // A sweep may have taken the file for a dead process's before it was locked.
        held = lock(channel) != Lock.OF_ANOTHER && Files.exists(path);
        if (held) {
          return new LockedFile(path, channel);
        }
        channel.close();
      } finally {
        if (!held) {
          HELD.remove(name(path));
        }
      }
    }
  }

  /// Calls `work` and removes the file, if no living process has it; nobody can take it for in use
  /// meanwhile. A file that is not there is nobody's.
  ///
  /// @return whether it was nobody's
  public static boolean ifAbandoned(Path path, Runnable work) throws IOException {
    if (!HELD.add(name(path))) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      if (lock(channel) != Lock.OURS) {
        return false;
      }
      work.run();
      Files.deleteIfExists(path);
      return true;
    } catch (NoSuchFileException _) {
      work.run();
      return true;
    } finally {
      HELD.remove(name(path));
    }
  }

  /// The files of a folder with such names; none if there is no such folder.
  public static List<Path> in(Path folder, Predicate<String> names) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, file -> names.test(name(file)))) {
      files.forEach(found::add);
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (DirectoryIteratorException failure) {
      throw new IOException(failure.getCause());
    }
    return found;
  }

  private enum Lock {
    OURS,
    OF_ANOTHER,
    UNKNOWN
  }

  private static Lock lock(FileChannel channel) {
    try {
      return channel.tryLock() == null ? Lock.OF_ANOTHER : Lock.OURS;
    } catch (IOException _) {
      return Lock.UNKNOWN;
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  public Path path() {
    return path;
  }

  /// Writes to the file; closed by [#close] only, as the lock goes with it.
  public FileChannel channel() {
    return channel;
  }

  /// Removes the file, if it has not been moved, and then its lock, so that no sweep sees it
  /// unlocked.
  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(path);
    } finally {
      HELD.remove(name(path));
    }
  }
}
