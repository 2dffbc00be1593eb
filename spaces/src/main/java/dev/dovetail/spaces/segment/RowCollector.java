package dev.dovetail.spaces.segment;

import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Gathers single rows into batches.
public final class RowCollector implements AutoCloseable {
  private static final int BATCH_ROWS = 4096;

  private final Schema schema;
  private final BufferAllocator allocator;
  private final Consumer<VectorSchemaRoot> out;
  private @Nullable VectorSchemaRoot filling;
  private int filled;

  /// Begins without rows.
  ///
  /// @param out is lent each batch; it keeps a copy
  public RowCollector(Schema schema, BufferAllocator allocator, Consumer<VectorSchemaRoot> out) {
    this.schema = schema;
    this.allocator = allocator;
    this.out = out;
  }

  /// Copies a row whose columns have the types of the schema.
  public void add(KeyedRows rows, long position) {
    VectorSchemaRoot to = filling;
    if (to == null) {
      to = VectorSchemaRoot.create(schema, allocator);
      to.allocateNew();
      filling = to;
    }
    VectorSchemaRoot from = rows.batchOf(position);
    int row = rows.rowOf(position);
    for (int column = 0; column < to.getFieldVectors().size(); column++) {
      ColumnCopier.copy(from.getVector(column), row, 1, to.getVector(column), filled);
    }
    filled++;
    if (filled == BATCH_ROWS) {
      flush();
    }
  }

  /// Sends on what has gathered.
  public void flush() {
    if (filling != null) {
      filling.setRowCount(filled);
      out.accept(filling);
      close();
    }
  }

  @Override
  public void close() {
    if (filling != null) {
      filling.close();
      filling = null;
      filled = 0;
    }
  }
}
