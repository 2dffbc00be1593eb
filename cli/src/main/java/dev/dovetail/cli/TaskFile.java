package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.json.TaskJson;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// A file that `run`, `check` or `explain` was given.
final class TaskFile {
  private TaskFile() {}

  static List<Task> read(String file) {
    return TaskJson.readAll(text(file), file);
  }

  static String text(String file) {
    requireReadable(file);
    try {
      return Files.readString(Path.of(file));
    } catch (CharacterCodingException e) {
      throw unreadable(file, "the file is not UTF-8 text");
    } catch (IOException e) {
      throw unreadable(file, "the file cannot be read: " + e.getMessage());
    }
  }

  /// Refuses with E201 what can be no file to read.
  static void requireReadable(String file) {
    try {
      Path path = Path.of(file);
      if (Files.isDirectory(path)) {
        throw unreadable(file, "the path is a folder, not a file");
      }
      if (!Files.exists(path)) {
        throw unreadable(file, "the file does not exist");
      }
      if (!Files.isReadable(path)) {
        throw unreadable(file, "access is denied");
      }
    } catch (InvalidPathException e) {
      throw unreadable(file, "the text is no path on this system: " + e.getReason());
    }
  }

  private static DovetailException unreadable(String file, String what) {
    return new DovetailException(ErrorCode.E201, what, file, "Check the path and its permissions.");
  }
}
