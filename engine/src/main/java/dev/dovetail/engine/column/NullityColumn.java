package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import org.jspecify.annotations.Nullable;

/// Knows only which positions are NULL: all of them in a column of type NULL; in a struct column
/// those that are, its values being compared by no compiled condition.
public final class NullityColumn extends ColumnData {
  NullityColumn(ValueType type, int size, @Nullable Bits nulls) {
    super(type, size, nulls, null);
  }

  public static NullityColumn allNull(int size) {
    Bits nulls = new Bits(size);
    for (int i = 0; i < size; i++) {
      nulls.set(i);
    }
    return new NullityColumn(ValueType.NULL, size, nulls);
  }

  @Override
  public NullityColumn select(IntArray rows, int count, MemoryArea memory) {
    return new NullityColumn(type(), count, select(nulls(), rows, count));
  }
}
