package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import org.jspecify.annotations.Nullable;

/// Floats, widened to 64 bits, which is exact.
public final class DoubleColumn extends ColumnData {
  private final double[] values;
  private final boolean hasNaN;

  public DoubleColumn(double[] values, int size, @Nullable Bits nulls) {
    this(values, size, nulls, null);
  }

  DoubleColumn(double[] values, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    super(ValueType.FLOAT, size, nulls, odd);
    this.values = values;
    boolean nan = false;
    for (int i = 0; i < size && !nan; i++) {
      nan = Double.isNaN(values[i]);
    }
    this.hasNaN = nan;
  }

  public double value(int position) {
    return values[position];
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
  public DoubleColumn select(int[] rows, int count) {
    double[] selected = new double[count];
    for (int p = 0; p < count; p++) {
      selected[p] = values[rows[p]];
    }
    return new DoubleColumn(
        selected, count, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
