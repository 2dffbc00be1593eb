package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.json.TaskJson;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// A file that `run`, `check` or `explain` was given.
final class TaskFile {
  private TaskFile() {}

  static List<Task> read(String file) {
    return TaskJson.readAll(text(file), file);
  }

  static String text(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw unreadable(file, "the file does not exist");
    } catch (CharacterCodingException e) {
      throw unreadable(file, "the file is not UTF-8 text");
    } catch (IOException | InvalidPathException e) {
      throw unreadable(file, "the file cannot be read: " + e.getMessage());
    }
  }

  private static DovetailException unreadable(String file, String what) {
    return new DovetailException(ErrorCode.E201, what, file, "Check the path and its permissions.");
  }
}
