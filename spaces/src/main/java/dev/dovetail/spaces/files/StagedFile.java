package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file that is written beside its place and takes the place when it is whole and on the disk;
/// closed before that, it leaves nothing. Standard output (`-`), a pipe or a device has no such
/// place: bytes go out as they are written.
final class StagedFile implements AutoCloseable {
  private final String name;
  private final @Nullable Path target;
  private final @Nullable Path staged;
  private final @Nullable FileChannel channel;
  private final OutputStream out;
  private boolean committed;

  StagedFile(String pathOrDash) {
    this.name = pathOrDash.equals("-") ? "standard output" : pathOrDash;
    if (pathOrDash.equals("-")) {
      this.target = null;
      this.staged = null;
      this.channel = null;
      this.out = new BufferedOutputStream(new StandardOutput(), 1 << 16);
      return;
    }
    try {
      Path path = Faults.path(pathOrDash).toAbsolutePath();
      boolean exists = Files.exists(path);
      if (Files.isDirectory(path)) {
        throw new DovetailException(
            ErrorCode.E201, "the path is a folder, not a file", name, "Name a file in it.");
      }
      if (exists && !Files.isRegularFile(path)) {
        this.target = null;
        this.staged = null;
        this.channel = null;
        this.out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
        return;
      }
      this.target = exists ? path.toRealPath() : path;
      Path folder = target.getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        throw new DovetailException(
            ErrorCode.E201, "the folder of the file does not exist", name, "Make it first.");
      }
      String unique = UUID.randomUUID().toString();
      this.staged = target.resolveSibling(".dovetail-" + unique + ".part");
      this.channel =
          FileChannel.open(staged, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      if (exists) {
        keepPermissions(target, staged);
      }
      this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    } catch (IOException e) {
      throw Faults.io(name, "creating the file", e);
    }
  }

  private void closeQuietly() {
    try {
      out.close();
    } catch (IOException _) {
      // The output is given up; what could not be written of it does not matter.
    }
  }

  /// Whoever could read the file before can read what replaces it.
  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (old != null) {
      Files.setPosixFilePermissions(to, old.readAttributes().permissions());
    }
  }

  String name() {
    return name;
  }

  OutputStream out() {
    return out;
  }

  void commit() throws IOException {
    out.flush();
    if (channel == null) {
      out.close();
    }
    if (channel != null && staged != null && target != null) {
      channel.force(true);
      channel.close();
      try {
        Files.move(
            staged, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (AtomicMoveNotSupportedException _) {
        Files.move(staged, target, StandardCopyOption.REPLACE_EXISTING);
      }
      syncFolder(target);
    }
    committed = true;
  }

  /// Makes the new name durable. Not every system lets a folder be opened; there the rename itself
  /// is all that can be had.
  private static void syncFolder(Path file) {
    Path folder = file.getParent();
    if (folder == null) {
      return;
    }
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException _) {
      // The file itself is on the disk.
    }
  }

  @Override
  public void close() {
    if (committed) {
      return;
    }
    if (channel == null || staged == null) {
      closeQuietly();
      return;
    }
    try {
      channel.close();
      Files.deleteIfExists(staged);
    } catch (IOException e) {
      throw Faults.io(name, "removing the unfinished file", e);
    }
  }
}
