package dev.dovetail.sessions;

import dev.dovetail.spaces.SqlDialect;
import dev.dovetail.spaces.segment.DiskProblems;
import dev.dovetail.spaces.segment.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/// The folder `decisions` of a home: one file per session that has decisions. A file counts only if
/// the catalog has its session, so nobody sees one that is half written.
///
/// While a run lives, a locked file in `decisions/writers` bears its id, so that what a killed run
/// has left is found, and removed, by the next run, without a look at all the files. Where several
/// machines share the folder a lock proves little, so what was written in the last day stays.
final class DecisionFolder {
  private static final String SUFFIX = ".arrow";
  private static final String LOCK = ".lock";

  private final Path folder;
  private final Path writers;

  /// How long the file of a killed run stays.
  private final Duration stay;

  DecisionFolder(Path home, SqlDialect catalog) {
    this.folder = home.resolve("decisions");
    this.stay =
        switch (catalog) {
          case SQLITE -> Duration.ZERO;
          case POSTGRESQL -> Duration.ofDays(1);
        };
    this.writers = folder.resolve("writers");
  }

  static String fileName(String sessionId) {
    return sessionId + SUFFIX;
  }

  Path path(String sessionId) {
    return folder.resolve(fileName(sessionId));
  }

  /// The sign that a run lives, which writes to [#path] now.
  LockedFile lease(String sessionId) {
    try {
      Files.createDirectories(writers);
      return LockedFile.create(() -> writers.resolve(sessionId + LOCK));
    } catch (IOException failure) {
      throw DiskProblems.of(failure, writers, "written");
    }
  }

  /// Removes what killed runs have left: files that have no session.
  void sweep(Predicate<String> isRecorded) {
    try {
      for (Path lease : LockedFile.in(writers, name -> name.endsWith(LOCK))) {
        String name = String.valueOf(lease.getFileName());
        String id = name.substring(0, name.length() - LOCK.length());
        if (isOld(lease) && isOld(path(id))) {
          LockedFile.ifAbandoned(lease, () -> removeUnlessRecorded(id, isRecorded));
        }
      }
    } catch (IOException _) {
      // Left for the next run; the run that sweeps has no part in it.
    }
  }

  private boolean isOld(Path file) throws IOException {
    return stay.isZero()
        || !Files.exists(file)
        || Files.getLastModifiedTime(file).toInstant().isBefore(Instant.now().minus(stay));
  }

  private void removeUnlessRecorded(String id, Predicate<String> isRecorded) {
    if (!isRecorded.test(id)) {
      try {
        Files.deleteIfExists(path(id));
      } catch (IOException _) {
        // Whoever may not write here leaves it to one who may.
      }
    }
  }
}
