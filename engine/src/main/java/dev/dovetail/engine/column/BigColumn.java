package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Decimals (and integer constants) that do not fit a [LongColumn]. Like every column it holds some
/// value where it is NULL or odd.
public final class BigColumn extends ColumnData {
  private final BigDecimal[] values;

  public BigColumn(ValueType type, BigDecimal[] values, int size, @Nullable Bits nulls) {
    this(type, values, size, nulls, null);
  }

  BigColumn(
      ValueType type, BigDecimal[] values, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    super(type, size, nulls, odd);
    this.values = values;
  }

  public BigDecimal value(int position) {
    return values[position];
  }

  @Override
  BigColumn withOdd(Bits more) {
    return new BigColumn(type(), values, size(), nulls(), more);
  }

  @Override
  public BigColumn select(IntArray rows, int count, MemoryArea memory) {
    BigDecimal[] selected = new BigDecimal[count];
    for (int p = 0; p < count; p++) {
      selected[p] = values[rows.get(p)];
    }
    return new BigColumn(
        type(), selected, count, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
