package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/// Reads all rows of text and bytes: the bytes of each batch in one copy, whose place is known
/// beforehand.
///
/// Written for speed.
final class AllBytesReader extends ColumnReader {
  private final ValueType type;
  private final LongArray addresses;

  /// Where the bytes of the next batch go.
  private long nextTarget;

  AllBytesReader(
      ValueType type, List<? extends FieldVector> batches, int count, MemoryArea memory) {
    super(count);
    this.type = type;
    this.addresses = LongArray.allocate(memory, count + 1L);
    long total = 0;
    for (FieldVector batch : batches) {
      total += bytes(batch);
    }
    this.nextTarget = memory.allocate(total);
    addresses.set(count, nextTarget + total);
  }

  private static long bytes(FieldVector batch) {
    int rows = batch.getValueCount();
    return rows == 0 ? 0 : offset(batch, rows) - (long) offset(batch, 0);
  }

  private static int offset(FieldVector batch, int row) {
    return Native.getInt(batch.getOffsetBuffer().memoryAddress() + row * 4L);
  }

  @Override
  Batch next(FieldVector vector) {
    long target = nextTarget;
    nextTarget += bytes(vector);
    return (position, row, length) -> {
      if (row != 0 || length != vector.getValueCount()) {
        throw new IllegalStateException("a batch is read whole");
      }
      if (length > 0) {
        copy(vector, position, target);
      }
    };
  }

  private void copy(FieldVector batch, int position, long target) {
    long offsets = batch.getOffsetBuffer().memoryAddress();
    int first = Native.getInt(offsets);
    Native.copy(batch.getDataBuffer().memoryAddress() + first, target, bytes(batch));
    for (int i = 0; i < batch.getValueCount(); i++) {
      addresses.set(position + i, target + (Native.getInt(offsets + i * 4L) - first));
    }
  }

  @Override
  boolean isConcurrent() {
    return true;
  }

  @Override
  ColumnData finish() {
    return new BytesColumn(type, addresses, count, nulls);
  }
}
