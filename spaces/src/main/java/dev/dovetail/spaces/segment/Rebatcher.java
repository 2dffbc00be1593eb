package dev.dovetail.spaces.segment;

import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Cuts and joins batches of any size into batches of at most 65,536 rows and about 64 MiB.
///
/// The rows are copied, so a source may reuse its batch at once. A single row beyond the byte limit
/// is a batch of its own.
public final class Rebatcher implements AutoCloseable {
  private static final int BATCH_ROWS = 65_536;
  private static final long BATCH_BYTES = 64L << 20;

  private final Schema schema;
  private final BufferAllocator allocator;
  private final Consumer<VectorSchemaRoot> out;
  private @Nullable VectorSchemaRoot filling;
  private int filledRows;
  private long filledBytes;

  /// Begins without rows.
  ///
  /// @param schema the canonical schema whose types all batches have
  /// @param out receives each full batch and owns it
  public Rebatcher(Schema schema, BufferAllocator allocator, Consumer<VectorSchemaRoot> out) {
    this.schema = schema;
    this.allocator = allocator;
    this.out = out;
  }

  public void add(VectorSchemaRoot batch) {
    int from = 0;
    while (from < batch.getRowCount()) {
      from += addSome(batch, from, Math.min(batch.getRowCount() - from, BATCH_ROWS - filledRows));
    }
  }

  /// Sends on what has gathered.
  public void flush() {
    VectorSchemaRoot full = filling;
    if (full != null) {
      full.setRowCount(filledRows);
      forget();
      out.accept(full);
    }
  }

  @Override
  public void close() {
    if (filling != null) {
      filling.close();
      forget();
    }
  }

  /// Adds at most `count` rows and returns how many; fewer where the bytes would be too many.
  private int addSome(VectorSchemaRoot batch, int from, int count) {
    int rows = count;
    long bytes = bytes(batch, from, rows);
    while (bytes > BATCH_BYTES && rows > 1) {
      rows /= 2;
      bytes = bytes(batch, from, rows);
    }
    if (filledBytes + bytes > BATCH_BYTES) {
      flush();
    }
    append(batch, from, rows);
    filledBytes += bytes;
    if (filledRows == BATCH_ROWS) {
      flush();
    }
    return rows;
  }

  private void append(VectorSchemaRoot batch, int from, int rows) {
    VectorSchemaRoot to = filling;
    if (to == null) {
      to = VectorSchemaRoot.create(schema, allocator);
      filling = to;
      to.allocateNew();
    }
    for (int column = 0; column < to.getFieldVectors().size(); column++) {
      ColumnCopier.copy(batch.getVector(column), from, rows, to.getVector(column), filledRows);
    }
    filledRows += rows;
  }

  private void forget() {
    filling = null;
    filledRows = 0;
    filledBytes = 0;
  }

  private static long bytes(VectorSchemaRoot batch, int from, int rows) {
    long bytes = 0;
    for (FieldVector vector : batch.getFieldVectors()) {
      bytes += ColumnCopier.bytes(vector, from, rows);
    }
    return bytes;
  }
}
