package dev.dovetail.spaces.files;

import dev.dovetail.spaces.segment.LockedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/// A copy of an input that can be read only once, for this user's eyes. A locked file beside it
/// says that it is in use, so that the next one removes what a killed process has left.
final class Spool implements AutoCloseable {
  private static final String PREFIX = "input-";
  private static final String LOCK = ".lock";

  private final LockedFile lock;
  private final Path copy;

  private Spool(LockedFile lock, Path copy) {
    this.lock = lock;
    this.copy = copy;
  }

  static Spool of(InputStream in, Path folder) throws IOException {
    Files.createDirectories(folder);
    sweep(folder);
    LockedFile lock =
        LockedFile.create(
            () -> folder.resolve(PREFIX + UUID.randomUUID().toString().replace("-", "") + LOCK));
    try {
      Path copy = Files.createTempFile(folder, prefix(lock.path()), ".spool");
      Spool spool = new Spool(lock, copy);
      try {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        return spool;
      } catch (IOException | RuntimeException e) {
        spool.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void sweep(Path folder) throws IOException {
    for (Path lock : LockedFile.in(folder, n -> n.startsWith(PREFIX) && n.endsWith(LOCK))) {
      LockedFile.ifAbandoned(lock, () -> deleteCopies(folder, prefix(lock)));
    }
  }

  private static void deleteCopies(Path folder, String prefix) {
    try {
      for (Path copy : LockedFile.in(folder, name -> name.startsWith(prefix))) {
        Files.deleteIfExists(copy);
      }
    } catch (IOException _) {
      // It is in nobody's way.
    }
  }

  /// How the names of a copy begin that a lock stands for.
  private static String prefix(Path lock) {
    return String.valueOf(lock.getFileName()).replace(LOCK, "-");
  }

  Path path() {
    return copy;
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(copy);
      lock.close();
    } catch (IOException _) {
      copy.toFile().deleteOnExit();
    }
  }
}
