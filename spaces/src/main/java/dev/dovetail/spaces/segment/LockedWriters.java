package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;

/// The writers of a home that one machine uses: each has a locked file in the folder `writers`.
public final class LockedWriters implements Writers {
  private static final String SUFFIX = ".lock";

  private final Path folder;

  public LockedWriters(Path home) {
    this.folder = home.resolve("writers");
  }

  @Override
  public WriterLease take() {
    try {
      Files.createDirectories(folder);
      return new Lease(
          LockedFile.create(() -> path(UUID.randomUUID().toString().replace("-", ""))));
    } catch (IOException failure) {
      throw DiskProblems.of(failure, folder, "written");
    }
  }

  @Override
  public List<String> suspects() {
    try {
      return LockedFile.in(folder, name -> name.endsWith(SUFFIX)).stream()
          .map(LockedWriters::writer)
          .toList();
    } catch (IOException failure) {
      throw DiskProblems.of(failure, folder, "read");
    }
  }

  @Override
  public void ifDead(String writer, Runnable work) {
    try {
      LockedFile.ifAbandoned(path(writer), work);
    } catch (IOException failure) {
      throw DiskProblems.of(failure, folder, "read");
    }
  }

  private Path path(String writer) {
    return folder.resolve(writer + SUFFIX);
  }

  private static String writer(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - SUFFIX.length());
  }

  /// Nobody can take the writer for dead while its process has the lock.
  private record Lease(LockedFile file) implements WriterLease {
    @Override
    public String writer() {
      return LockedWriters.writer(file.path());
    }

    @Override
    public void publish(Connection catalog) {
      // The lock is the proof.
    }

    @Override
    public void withdraw(Runnable work) {
      work.run();
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException _) {
        // The lock is gone all the same; the next sweep removes the file.
      }
    }
  }
}
