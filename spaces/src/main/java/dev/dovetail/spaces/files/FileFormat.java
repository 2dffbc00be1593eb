package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The file formats that hold tables.
public enum FileFormat {
  CSV("csv", List.of(".csv", ".tsv", ".tab", ".psv")),
  JSON_LINES("jsonl", List.of(".jsonl", ".ndjson", ".json")),
  ARROW_FILE("arrow", List.of(".arrow", ".feather", ".ipc")),
  ARROW_STREAM("arrows", List.of(".arrows")),
  PARQUET("parquet", List.of(".parquet", ".pq", ".parq"));

  private final String id;

  @SuppressWarnings("ImmutableEnumChecker") // every list is List.of
  private final List<String> extensions;

  FileFormat(String id, List<String> extensions) {
    this.id = id;
    this.extensions = extensions;
  }

  /// The name that `--format` takes.
  public String id() {
    return id;
  }

  /// The format that a file's name announces, with or without `.gz` or `.zst` behind it.
  public static Optional<FileFormat> ofName(String fileName) {
    String name = Compression.stripExtension(fileName.toLowerCase(Locale.ROOT));
    for (FileFormat format : values()) {
      if (format.extensions.stream().anyMatch(name::endsWith)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /// The format of a name given to `--format`; E202 if there is none.
  public static FileFormat named(String id) {
    List<String> known = new ArrayList<>();
    for (FileFormat format : values()) {
      known.add(format.id);
      if (format.id.equalsIgnoreCase(id)) {
        return format;
      }
    }
    throw new DovetailException(
        ErrorCode.E202,
        "there is no file format '" + id + "'",
        "",
        NearestName.hint(id, known) + " The formats are " + String.join(", ", known) + ".");
  }
}
