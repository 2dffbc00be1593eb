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
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file that is written beside its place and takes the place when it is whole and on the disk;
/// closed before that, it leaves nothing. What a killed process has left is removed by the next one
/// that writes the same file. Standard output (`-`) has no such place: bytes go out as they are
/// written.
final class StagedFile implements AutoCloseable {
  private static final String SUFFIX = ".part";

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
      this.out = new BufferedOutputStream(new KeptOpen(System.out), 1 << 16);
      return;
    }
    try {
      Path path = Faults.path(pathOrDash).toAbsolutePath();
      this.target = Files.exists(path) ? path.toRealPath() : path;
      if (Files.isDirectory(target)) {
        throw new DovetailException(
            ErrorCode.E201, "the path is a folder, not a file", name, "Name a file in it.");
      }
      Path folder = Objects.requireNonNull(target.getParent(), "a file is in a folder");
      String prefix = "." + target.getFileName() + ".";
      sweep(folder, prefix);
      this.staged = LockedFile.create(() -> folder.resolve(prefix + randomName() + SUFFIX));
      this.out = new BufferedOutputStream(Channels.newOutputStream(staged.channel()), 1 << 16);
    } catch (IOException e) {
      throw Faults.io(name, "creating the file", e);
    }
  }

  private static void sweep(Path folder, String prefix) {
    Pattern left = Pattern.compile(Pattern.quote(prefix) + "[0-9a-f]{32}" + Pattern.quote(SUFFIX));
    try {
      for (Path file : LockedFile.in(folder, left.asMatchPredicate())) {
        LockedFile.ifAbandoned(file, () -> {});
      }
    } catch (IOException _) {
      // What cannot be removed now is hidden, and in nobody's way.
    }
  }

  private static String randomName() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  String name() {
    return name;
  }

  OutputStream out() {
    return out;
  }

  void commit() throws IOException {
    out.flush();
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
    if (committed || staged == null) {
      return;
    }
    try {
      staged.close();
    } catch (IOException e) {
      throw Faults.io(name, "removing the unfinished file", e);
    }
  }
}
