package dev.dovetail.spaces;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// A stream of record batches that is read once, front to back, in constant memory.
public interface BatchSource extends AutoCloseable {
  Schema schema();

  /// Loads the next batch into [#batch]; false at the end.
  boolean next();

  /// The batch that the last [#next] loaded; overwritten by the next call.
  VectorSchemaRoot batch();

  @Override
  void close();
}
