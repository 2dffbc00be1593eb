package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import java.util.Optional;

/// Values of a column as longs that are ordered as the values are: equal where they are equal.
///
/// Written for speed.
public abstract class SortKeys {
  /// The keys of a column; empty if its values do not fit longs.
  public static Optional<SortKeys> of(ColumnData column) {
    return switch (column) {
      case LongColumn longs -> Optional.of(new OfLongs(longs));
      case DoubleColumn doubles -> Optional.of(new OfDoubles(doubles));
      default -> Optional.empty();
    };
  }

  /// The key of a position that holds an ordered value.
  public abstract long key(int position);

  /// The key of a float that is a number.
  static long ofDouble(double value) {
    // adding zero makes -0.0 and 0.0 one; then negative floats are ordered against their bits
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  /// The float with a key.
  static double toDouble(long key) {
    return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
  }

  private static final class OfLongs extends SortKeys {
    private final LongColumn column;
    private final long flip;

    OfLongs(LongColumn column) {
      this.column = column;
      this.flip = column.unsigned() ? Long.MIN_VALUE : 0;
    }

    @Override
    public long key(int position) {
      return column.raw(position) ^ flip;
    }
  }

  private static final class OfDoubles extends SortKeys {
    private final DoubleColumn column;

    OfDoubles(DoubleColumn column) {
      this.column = column;
    }

    @Override
    public long key(int position) {
      return ofDouble(column.value(position));
    }
  }

  /// Whether a position holds a value that takes part in an order.
  static boolean isOrdered(ColumnData column, int position) {
    return !column.isNull(position)
        && !column.isOdd(position)
        && !(column instanceof DoubleColumn doubles && Double.isNaN(doubles.value(position)));
  }

  /// The raw value of a long column with a key.
  static long raw(LongColumn column, long key) {
    return column.unsigned() ? key ^ Long.MIN_VALUE : key;
  }
}
