package dev.dovetail.spaces.files;

import org.jspecify.annotations.Nullable;

/// How a file is written.
///
/// @param format absent: by the file's name
/// @param csv the dialect, for CSV only
public record WriteOptions(@Nullable FileFormat format, CsvDialect csv) {
  /// The format by the file's name, CSV with its defaults.
  public static final WriteOptions DEFAULT = new WriteOptions(null, CsvDialect.DEFAULT);

  public WriteOptions withFormat(@Nullable FileFormat chosen) {
    return new WriteOptions(chosen, csv);
  }
}
