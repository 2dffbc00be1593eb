package dev.dovetail.sessions;

import dev.dovetail.spaces.segment.DiskProblems;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/// The folder `decisions` of a home: one file per session that has decisions. A file counts only if
/// the catalog has its session, so nobody sees one that is half written; one whose run was killed
/// is removed a day later, when the next run begins.
final class DecisionFolder {
  private static final String SUFFIX = ".arrow";
  private static final Duration ABANDONED = Duration.ofDays(1);

  private final Path folder;

  DecisionFolder(Path home) {
    this.folder = home.resolve("decisions");
  }

  static String fileName(String sessionId) {
    return sessionId + SUFFIX;
  }

  Path path(String sessionId) {
    return folder.resolve(fileName(sessionId));
  }

  /// The path of a new file, in a folder that exists.
  Path create(String sessionId) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw DiskProblems.of(failure, folder, "written");
    }
    return path(sessionId);
  }

  /// Removes what killed runs have left: files that are a day old and have no session.
  void sweep(Predicate<String> isRecorded) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Instant limit = Instant.now().minus(ABANDONED);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        String id = name.substring(0, name.length() - SUFFIX.length());
        if (isPlausible(id)
            && startedBefore(id, limit)
            && Files.getLastModifiedTime(file).toInstant().isBefore(limit)
            && !isRecorded.test(id)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException _) {
      // Left for the next run; the run that sweeps has no part in it.
    }
  }

  private static boolean isPlausible(String id) {
    return id.matches("\\d{8}-\\d{6}-[0-9a-f]{6}");
  }

  /// Saves asking the catalog about every session there ever was on each run: only ids between the
  /// limit and a month before it are looked at.
  private static boolean startedBefore(String id, Instant limit) {
    return id.compareTo(SessionIds.prefix(limit)) < 0
        && id.compareTo(SessionIds.prefix(limit.minus(Duration.ofDays(30)))) > 0;
  }
}
