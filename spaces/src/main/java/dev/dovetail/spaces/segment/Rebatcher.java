package dev.dovetail.spaces.segment;

import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.VectorSchemaRootAppender;
import org.jspecify.annotations.Nullable;

/// Cuts and joins batches of any size into batches of at most 65,536 rows and about 64 MiB.
///
/// The rows are copied, so a source may reuse its batch at once. A single row beyond the byte limit
/// is a batch of its own.
public final class Rebatcher implements AutoCloseable {
  static final int BATCH_ROWS = 65_536;
  static final long BATCH_BYTES = 64L << 20;

  private final BufferAllocator allocator;
  private final Consumer<VectorSchemaRoot> out;
  private @Nullable VectorSchemaRoot filling;
  private @Nullable Schema fillingSchema;
  private long filledBytes;

  /// Begins without rows.
  ///
  /// @param out receives each full batch and owns it
  public Rebatcher(BufferAllocator allocator, Consumer<VectorSchemaRoot> out) {
    this.allocator = allocator;
    this.out = out;
  }

  public void add(VectorSchemaRoot batch) {
    int from = 0;
    while (from < batch.getRowCount()) {
      int filled = filling == null ? 0 : filling.getRowCount();
      from += addSome(batch, from, Math.min(batch.getRowCount() - from, BATCH_ROWS - filled));
    }
  }

  /// Sends on what has gathered.
  public void flush() {
    VectorSchemaRoot full = filling;
    filling = null;
    fillingSchema = null;
    filledBytes = 0;
    if (full != null) {
      out.accept(full);
    }
  }

  @Override
  public void close() {
    if (filling != null) {
      filling.close();
      filling = null;
    }
  }

  /// Adds at most `count` rows and returns how many; fewer where the bytes would be too many.
  private int addSome(VectorSchemaRoot batch, int from, int count) {
    int rows = count;
    while (true) {
      try (VectorSchemaRoot slice = batch.slice(from, rows)) {
        long bytes = bytes(slice);
        if (bytes > BATCH_BYTES && rows > 1) {
          rows /= 2;
          continue;
        }
        if (filledBytes + bytes > BATCH_BYTES || hasOtherSchema(batch.getSchema())) {
          flush();
        }
        append(slice, batch.getSchema());
        filledBytes += bytes;
        if (filling != null && filling.getRowCount() == BATCH_ROWS) {
          flush();
        }
        return rows;
      }
    }
  }

  private boolean hasOtherSchema(Schema schema) {
    return fillingSchema != null && !fillingSchema.equals(schema);
  }

  private void append(VectorSchemaRoot slice, Schema schema) {
    if (filling == null) {
      filling = VectorSchemaRoot.create(schema, allocator);
      filling.setRowCount(0);
      // Not the root's own: Arrow renames the elements of lists.
      fillingSchema = schema;
    }
    VectorSchemaRootAppender.append(false, filling, slice);
  }

  private static long bytes(VectorSchemaRoot batch) {
    long bytes = 0;
    for (FieldVector vector : batch.getFieldVectors()) {
      bytes += Integer.toUnsignedLong(vector.getBufferSize());
    }
    return bytes;
  }
}
