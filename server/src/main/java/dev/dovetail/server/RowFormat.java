package dev.dovetail.server;

import dev.dovetail.spaces.files.FileFormat;
import io.helidon.http.Status;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The formats in which rows travel, by media type or by the name that `format=` takes.
final class RowFormat {
  private static final Map<String, FileFormat> BY_MEDIA_TYPE =
      Map.of(
          "application/vnd.apache.arrow.stream", FileFormat.ARROW_STREAM,
          "application/vnd.apache.arrow.file", FileFormat.ARROW_FILE,
          "application/vnd.apache.parquet", FileFormat.PARQUET,
          "text/csv", FileFormat.CSV,
          "application/x-ndjson", FileFormat.JSON_LINES);

  private RowFormat() {}

  static String mediaType(FileFormat format) {
    return BY_MEDIA_TYPE.entrySet().stream()
        .filter(entry -> entry.getValue() == format)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /// The format of a body, empty where its content type says nothing: then the first bytes do.
  static Optional<FileFormat> ofContent(String contentType) {
    String type = bare(contentType);
    if (type.isEmpty() || type.equals("application/octet-stream")) {
      return Optional.empty();
    }
    FileFormat format = BY_MEDIA_TYPE.get(type);
    if (format == null) {
      throw new Refusal(
          Status.UNSUPPORTED_MEDIA_TYPE_415,
          "rows come as "
              + String.join(", ", BY_MEDIA_TYPE.keySet().stream().sorted().toList())
              + ", not as "
              + type);
    }
    return Optional.of(format);
  }

  /// The first of the accepted types that rows can be sent in; the Arrow stream where anything will
  /// do.
  static FileFormat ofAccepted(List<String> accepted) {
    if (accepted.isEmpty()) {
      return FileFormat.ARROW_STREAM;
    }
    for (String types : accepted) {
      for (String type : types.split(",", -1)) {
        FileFormat format = BY_MEDIA_TYPE.get(bare(type));
        if (format != null) {
          return format;
        }
        if (bare(type).equals("*/*") || bare(type).equals("application/*")) {
          return FileFormat.ARROW_STREAM;
        }
      }
    }
    throw new Refusal(
        Status.NOT_ACCEPTABLE_406,
        "rows are sent as " + String.join(", ", BY_MEDIA_TYPE.keySet().stream().sorted().toList()));
  }

  private static String bare(String type) {
    int parameters = type.indexOf(';');
    return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
  }
}
