package dev.dovetail.spaces.files;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// How a file is read.
///
/// @param format absent: by the file's name and first bytes
/// @param types the declared types by column, see [DeclaredTypes]; other columns are inferred
/// @param csv the dialect, for CSV only
/// @param spoolFolder where standard input is kept while it is read; created when needed
/// @param batchRows rows in a batch of CSV, JSON lines and Parquet; Arrow batches stay as they are
public record ReadOptions(
    @Nullable FileFormat format,
    Map<String, Field> types,
    CsvDialect csv,
    Path spoolFolder,
    int batchRows) {
  public ReadOptions {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    if (batchRows < 1) {
      throw new IllegalArgumentException("a batch has at least one row, not " + batchRows);
    }
  }

  /// Everything detected and inferred.
  public static ReadOptions detect(Path spoolFolder) {
    return new ReadOptions(null, Map.of(), CsvDialect.DEFAULT, spoolFolder, 16_384);
  }

  public ReadOptions withFormat(@Nullable FileFormat chosen) {
    return new ReadOptions(chosen, types, csv, spoolFolder, batchRows);
  }

  public ReadOptions withTypes(Map<String, Field> declared) {
    return new ReadOptions(format, declared, csv, spoolFolder, batchRows);
  }

  public ReadOptions withCsv(CsvDialect dialect) {
    return new ReadOptions(format, types, dialect, spoolFolder, batchRows);
  }

  public ReadOptions withBatchRows(int rows) {
    return new ReadOptions(format, types, csv, spoolFolder, rows);
  }
}
