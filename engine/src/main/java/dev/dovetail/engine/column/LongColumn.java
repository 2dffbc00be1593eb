package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Values that are a whole number of some decimal fraction: `raw * 10^-scale`. Booleans (0 and 1),
/// integers, decimals of at most 18 digits; dates in days, and times, timestamps and durations in
/// seconds, whose scale is their unit (0, 3, 6 or 9).
public final class LongColumn extends ColumnData {
  private final LongArray raw;
  private final int scale;
  private final boolean unsigned;

  public LongColumn(
      ValueType type,
      LongArray raw,
      int size,
      int scale,
      boolean unsigned,
      @Nullable Bits nulls,
      @Nullable Bits odd) {
    super(type, size, nulls, odd);
    this.raw = raw;
    this.scale = scale;
    this.unsigned = unsigned;
  }

  /// Integers without NULL.
  public static LongColumn of(LongArray values) {
    return new LongColumn(ValueType.INTEGER, values, (int) values.length(), 0, false, null, null);
  }

  public long raw(int position) {
    return raw.get(position);
  }

  /// Digits after the decimal point, 0 to 18.
  public int scale() {
    return scale;
  }

  /// Whether raw values are to be read as unsigned.
  public boolean unsigned() {
    return unsigned;
  }

  public BigDecimal decimal(int position) {
    return decimalOf(raw.get(position));
  }

  /// What a raw value of this column stands for.
  public BigDecimal decimalOf(long value) {
    return unsigned && value < 0
        ? new BigDecimal(Long.toUnsignedString(value))
        : BigDecimal.valueOf(value, scale);
  }

  @Override
  LongColumn withOdd(Bits more) {
    return new LongColumn(type(), raw, size(), scale, unsigned, nulls(), more);
  }

  @Override
  public LongColumn select(IntArray rows, int count, MemoryArea memory) {
    LongArray selected = LongArray.allocate(memory, count);
    for (int p = 0; p < count; p++) {
      selected.set(p, raw.get(rows.get(p)));
    }
    return new LongColumn(
        type(),
        selected,
        count,
        scale,
        unsigned,
        select(nulls(), rows, count),
        select(odd(), rows, count));
  }
}
