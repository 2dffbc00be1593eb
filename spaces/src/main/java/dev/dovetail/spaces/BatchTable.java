package dev.dovetail.spaces;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// A table that owns its batches.
abstract sealed class BatchTable implements Table permits MappedTable, MemoryTable {
  private final Schema schema;
  private final List<VectorSchemaRoot> batches;
  private final long[] firstRows;
  private volatile boolean closed;

  BatchTable(Schema schema, List<VectorSchemaRoot> batches) {
    this.schema = schema;
    this.batches = List.copyOf(batches);
    this.firstRows = new long[batches.size() + 1];
    for (int i = 0; i < batches.size(); i++) {
      firstRows[i + 1] = firstRows[i] + batches.get(i).getRowCount();
    }
  }

  @Override
  public final Schema schema() {
    return schema;
  }

  @Override
  public final long rowCount() {
    return firstRows[batches.size()];
  }

  @Override
  public final int batchCount() {
    return batches.size();
  }

  @Override
  public final VectorSchemaRoot batch(int index) {
    if (closed) {
      throw new IllegalStateException("the table is closed");
    }
    return batches.get(index);
  }

  @Override
  public final long firstRow(int index) {
    return firstRows[index];
  }

  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      batches.forEach(VectorSchemaRoot::close);
    }
  }
}
