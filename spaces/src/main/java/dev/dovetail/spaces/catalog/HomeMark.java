package dev.dovetail.spaces.catalog;

import dev.dovetail.spaces.segment.DiskProblems;
import dev.dovetail.spaces.segment.SegmentFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// The file `catalog.id` of a home, which says to which database the home's segments belong.
/// Without it a server with the wrong URL, or with a folder of its own, would take segments for
/// rubbish, or for lost.
final class HomeMark {
  private final Path home;
  private final Path file;
  private final String place;

  /// @param place the database, for messages
  HomeMark(Path home, String place) {
    this.home = home;
    this.file = home.resolve("catalog.id");
    this.place = place;
  }

  /// Refuses with E207 if home and catalog are not known to belong together.
  ///
  /// @param id the catalog's
  /// @param isEmpty whether the catalog lists no segment
  void check(String id, boolean isEmpty) {
    String marked = read();
    if (marked.isEmpty() ? !isEmpty || !SegmentFolder.isEmpty(home) : !marked.equals(id)) {
      throw PostgresProblems.damaged(
          marked.isEmpty()
              ? "the folder " + home + " has not its segments, or has others"
              : "the folder " + home + " belongs to another catalog",
          place,
          null);
    }
  }

  /// Marks a home that has no mark, after [#check].
  void write(String id) {
    Path fresh = home.resolve("catalog.id." + UUID.randomUUID());
    try {
      Files.createDirectories(home);
      Files.writeString(fresh, id + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
      try {
        Files.move(fresh, file);
      } catch (FileAlreadyExistsException _) {
        // Another server was faster; it must have had the same id.
        Files.delete(fresh);
      }
    } catch (IOException failure) {
      throw DiskProblems.of(failure, file, "written");
    }
    check(id, true);
  }

  boolean exists() {
    return Files.exists(file);
  }

  private String read() {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      return "";
    } catch (IOException failure) {
      throw DiskProblems.of(failure, file, "read");
    }
  }
}
