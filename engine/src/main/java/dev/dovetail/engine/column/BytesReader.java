package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/// Reads text and bytes: first where the values lie, then, at the end, all of them in one copy.
final class BytesReader extends ColumnReader {
  private final ValueType type;
  private final ColumnMemory memory;
  private final long[] starts;
  private final int[] lengths;
  private final List<Part> parts = new ArrayList<>();
  private @Nullable ArrowBuf offsets;
  private long total;

  /// Values from position `from` on lie in `data`.
  private record Part(int from, ArrowBuf data) {}

  private @Nullable ArrowBuf data;
  private boolean fresh;

  BytesReader(ValueType type, int count, ColumnMemory memory) {
    super(count);
    this.type = type;
    this.memory = memory;
    this.starts = new long[count];
    this.lengths = new int[count];
  }

  @Override
  void begin(FieldVector vector) {
    offsets = vector.getOffsetBuffer();
    data = vector.getDataBuffer();
    fresh = true;
  }

  @Override
  @SuppressWarnings("NullAway") // begin comes first
  void read(int position, int row) {
    if (fresh) {
      parts.add(new Part(position, data));
      fresh = false;
    }
    int start = offsets.getInt((long) row * BaseVariableWidthVector.OFFSET_WIDTH);
    int end = offsets.getInt((row + 1L) * BaseVariableWidthVector.OFFSET_WIDTH);
    starts[position] = start;
    lengths[position] = end - start;
    total += end - start;
  }

  @Override
  ColumnData finish() {
    MemorySegment target = memory.allocate(total);
    long at = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int to = i + 1 < parts.size() ? parts.get(i + 1).from() : count;
      MemorySegment source =
          MemorySegment.ofAddress(part.data().memoryAddress()).reinterpret(part.data().capacity());
      at = copy(source, target, at, part.from(), to);
    }
    return new BytesColumn(type, target, starts, lengths, count, nulls);
  }

  /// Copies the values of some positions; neighbours in the source go in one piece.
  private long copy(
      MemorySegment source, MemorySegment target, long targetStart, int from, int to) {
    long at = targetStart;
    int p = from;
    while (p < to) {
      long runStart = starts[p];
      long runEnd = runStart;
      while (p < to && (lengths[p] == 0 || starts[p] == runEnd)) {
        starts[p] = at + (runEnd - runStart);
        runEnd += lengths[p];
        p++;
      }
      MemorySegment.copy(source, runStart, target, at, runEnd - runStart);
      at += runEnd - runStart;
    }
    return at;
  }
}
