package dev.dovetail.spaces;

import org.apache.arrow.vector.VectorSchemaRoot;

/// Receives record batches of one schema. What it writes appears whole, or not at all.
public interface BatchSink extends AutoCloseable {
  /// Takes a copy of the batch's rows.
  void write(VectorSchemaRoot batch);

  /// All batches are written; without this call, [#close] throws the output away.
  void finish();

  @Override
  void close();
}
