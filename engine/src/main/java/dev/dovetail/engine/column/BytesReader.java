package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import org.apache.arrow.vector.FieldVector;

/// Reads some rows of text and bytes: first where the values lie, then, at the end, all of them in
/// one copy.
///
/// Written for speed.
final class BytesReader extends ColumnReader {
  private final ValueType type;
  private final MemoryArea memory;
  private final MemoryArea scratch;

  /// Where values lie: in the batches at first, in the column at the end.
  private final LongArray addresses;

  private final IntArray lengths;
  private long total;

  BytesReader(ValueType type, int count, MemoryArea memory) {
    super(count);
    this.type = type;
    this.memory = memory;
    this.scratch = memory.sibling();
    this.addresses = LongArray.allocate(memory, count + 1L);
    this.lengths = IntArray.allocate(scratch, count);
  }

  @Override
  Batch next(FieldVector vector) {
    long offsets = vector.getOffsetBuffer().memoryAddress();
    long data = vector.getDataBuffer().memoryAddress();
    return (position, row, length) -> read(offsets, data, position, row, length);
  }

  private void read(long offsets, long data, int position, int row, int length) {
    int start = length == 0 ? 0 : Native.getInt(offsets + row * 4L);
    for (int i = 0; i < length; i++) {
      int end = Native.getInt(offsets + (row + i + 1L) * 4);
      addresses.set(position + i, data + start);
      lengths.set(position + i, end - start);
      total += end - start;
      start = end;
    }
  }

  @Override
  ColumnData finish() {
    long target = memory.allocate(total);
    int p = 0;
    while (p < count) {
      long runStart = addresses.get(p);
      long runEnd = runStart;
      long moved = target - runStart;
      // neighbours in the source go in one piece
      while (p < count && (lengths.get(p) == 0 || addresses.get(p) == runEnd)) {
        addresses.set(p, runEnd + moved);
        runEnd += lengths.get(p);
        p++;
      }
      Native.copy(runStart, target, runEnd - runStart);
      target += runEnd - runStart;
    }
    addresses.set(count, target);
    scratch.close();
    return new BytesColumn(type, addresses, count, nulls);
  }
}
