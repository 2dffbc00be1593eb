package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.segment.LockedFile;
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
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file that is written beside its place and takes the place when it is whole and on the disk;
/// closed before that, it leaves nothing. What a killed process has left is removed by the next one
/// that writes into the folder. Standard output (`-`), a pipe or a device has no such place: bytes
/// go out as they are written.
final class StagedFile implements AutoCloseable {
  private static final String PREFIX = ".dovetail-";
  private static final String SUFFIX = ".part";
  private static final Pattern LEFT =
      Pattern.compile(Pattern.quote(PREFIX) + "[0-9a-f-]{36}" + Pattern.quote(SUFFIX));

  private final String name;
  private final @Nullable Path target;
  private final @Nullable LockedFile staged;
  private final OutputStream out;
  private boolean committed;

  StagedFile(String pathOrDash) {
    this.name = pathOrDash.equals("-") ? "standard output" : pathOrDash;
    if (pathOrDash.equals("-")) {
      this.target = null;
      this.staged = null;
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
        this.out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
        return;
      }
      this.target = exists ? path.toRealPath() : path;
      Path folder = Objects.requireNonNull(target.getParent(), "a file is in a folder");
      if (!Files.isDirectory(folder)) {
        throw new DovetailException(
            ErrorCode.E201, "the folder of the file does not exist", name, "Make it first.");
      }
      sweep(folder);
      this.staged = LockedFile.create(() -> folder.resolve(PREFIX + UUID.randomUUID() + SUFFIX));
      if (exists) {
        keepPermissions(target, staged.path());
      }
      this.out = new BufferedOutputStream(Channels.newOutputStream(staged.channel()), 1 << 16);
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

  private static void sweep(Path folder) {
    try {
      for (Path file : LockedFile.in(folder, LEFT.asMatchPredicate())) {
        LockedFile.ifAbandoned(file, () -> {});
      }
    } catch (IOException _) {
      // What cannot be removed now is hidden, and in nobody's way.
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
    if (staged == null) {
      out.close();
    }
    if (staged != null && target != null) {
      staged.channel().force(true);
      try {
        Files.move(
            staged.path(),
            target,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } catch (AtomicMoveNotSupportedException _) {
        Files.move(staged.path(), target, StandardCopyOption.REPLACE_EXISTING);
      }
      staged.close();
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
    if (staged == null) {
      closeQuietly();
      return;
    }
    try {
      staged.close();
    } catch (IOException e) {
      throw Faults.io(name, "removing the unfinished file", e);
    }
  }
}
