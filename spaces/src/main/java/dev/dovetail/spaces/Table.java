package dev.dovetail.spaces;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Rows in arrival order as Arrow record batches, pinned in memory (or mapped) until closed.
///
/// Column types are the canonical ones of [Types]: no dictionaries, no large or view variants.
public interface Table extends AutoCloseable {
  Schema schema();

  long rowCount();

  int batchCount();

  /// The batch at `index`; it belongs to the table and is valid until the table is closed.
  VectorSchemaRoot batch(int index);

  /// The arrival position of the first row of a batch, from 0.
  long firstRow(int index);

  @Override
  void close();
}
