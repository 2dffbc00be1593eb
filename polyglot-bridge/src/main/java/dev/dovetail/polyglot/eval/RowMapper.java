package dev.dovetail.polyglot.eval;

import dev.dovetail.spaces.BatchSource;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Calls a function `fn(row) -> mapping` on rows, in their order. The mappings' fields become
/// columns, whose types are settled once all rows were seen.
public interface RowMapper extends AutoCloseable {
  /// Maps the rows of a batch; what is wrong with one is an error that names its number (E120,
  /// E122, E123, E129).
  void map(VectorSchemaRoot batch);

  /// All mapped rows; to be called once, after the last batch. A field that a mapping leaves out is
  /// NULL. The caller closes the source before the mapper.
  BatchSource results();

  @Override
  void close();
}
