package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import org.jspecify.annotations.Nullable;

/// Knows only which positions are NULL: all of them.
public final class NullityColumn extends ColumnData {
  NullityColumn(ValueType type, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    super(type, size, nulls, odd);
  }

  public static NullityColumn allNull(int size) {
    Bits nulls = new Bits(size);
    for (int i = 0; i < size; i++) {
      nulls.set(i);
    }
    return new NullityColumn(ValueType.NULL, size, nulls, null);
  }

  @Override
  NullityColumn withOdd(Bits more) {
    return new NullityColumn(type(), size(), nulls(), more);
  }

  @Override
  public NullityColumn select(IntArray rows, int count, MemoryArea memory) {
    return new NullityColumn(
        type(), count, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
