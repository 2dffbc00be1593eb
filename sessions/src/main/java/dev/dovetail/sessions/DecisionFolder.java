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

  /// Removes what killed runs have left: files that are a day old and have no session. Looks once a
  /// day, so that a run does not pay for all that ran before it.
  void sweep(Predicate<String> isRecorded) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Instant limit = Instant.now().minus(ABANDONED);
    Path swept = folder.resolve(".swept");
    try {
      if (Files.exists(swept) && Files.getLastModifiedTime(swept).toInstant().isAfter(limit)) {
        return;
      }
      Files.write(swept, new byte[0]);
    } catch (IOException _) {
      return; // Whoever cannot write here cannot sweep either, and will be told soon.
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        String id = name.substring(0, name.length() - SUFFIX.length());
        if (Files.getLastModifiedTime(file).toInstant().isBefore(limit) && !isRecorded.test(id)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException _) {
      // Left for the next run; the run that sweeps has no part in it.
    }
  }
}
