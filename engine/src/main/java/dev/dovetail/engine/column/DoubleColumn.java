package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.DoubleArray;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import org.jspecify.annotations.Nullable;

/// Floats, widened to 64 bits, which is exact.
public final class DoubleColumn extends ColumnData {
  private final DoubleArray values;
  private final boolean hasNaN;

  public DoubleColumn(DoubleArray values, int size, @Nullable Bits nulls) {
    this(values, size, nulls, null);
  }

  DoubleColumn(DoubleArray values, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    super(ValueType.FLOAT, size, nulls, odd);
    this.values = values;
    boolean nan = false;
    for (int i = 0; i < size && !nan; i++) {
      nan = Double.isNaN(values.get(i));
    }
    this.hasNaN = nan;
  }

  public double value(int position) {
    return values.get(position);
  }

  @Override
  DoubleColumn withOdd(Bits more) {
    return new DoubleColumn(values, size(), nulls(), more);
  }

  @Override
  public boolean hasNaN() {
    return hasNaN;
  }

  @Override
  public boolean isNaN(int position) {
    return !isNull(position) && Double.isNaN(value(position));
  }

  @Override
  public DoubleColumn select(IntArray rows, int count, MemoryArea memory) {
    DoubleArray selected = DoubleArray.allocate(memory, count);
    for (int p = 0; p < count; p++) {
      selected.set(p, values.get(rows.get(p)));
    }
    return new DoubleColumn(
        selected, count, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
