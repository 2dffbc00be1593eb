package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.expr.ValueType;

/// For a position of X the sort keys of Y that a condition allows: all from `low` to `high`, both
/// included. One per thread.
///
/// Written for speed.
abstract class KeyInterval {
  long low;
  long high;

  private final ColumnData column;

  /// @param column of X
  KeyInterval(ColumnData column) {
    this.column = column;
  }

  /// Sets the interval of a position; false if it is empty, as it is where the position's value has
  /// no order.
  final boolean seek(int x) {
    low = Long.MIN_VALUE;
    high = Long.MAX_VALUE;
    return SortKeys.isOrdered(column, x) && narrow(x);
  }

  /// Narrows the interval, which has all keys, to those of a position whose value has an order;
  /// false if none is left.
  abstract boolean narrow(int x);

  /// Whether the longs of two columns are of one kind and unit, so that their difference is that of
  /// their raw values.
  static boolean areAlike(LongColumn x, LongColumn y) {
    return x.scale() == y.scale()
        && !x.unsigned()
        && !y.unsigned()
        && (x.type() == y.type() || (isWhole(x.type()) && isWhole(y.type())));
  }

  static boolean isWhole(ValueType type) {
    return type == ValueType.INTEGER || type == ValueType.BOOL;
  }

  /// A condition on keys that holds from some key on.
  interface FromSomeKey {
    boolean test(long key);
  }

  /// Sets `low` to the least key for which a condition holds; false if it holds for none.
  final boolean raiseLow(FromSomeKey condition) {
    if (!condition.test(Long.MAX_VALUE)) {
      return false;
    }
    long from = Long.MIN_VALUE;
    long to = Long.MAX_VALUE;
    while (from < to) {
      long middle = from + ((to - from) >>> 1);
      if (condition.test(middle)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    low = from;
    return true;
  }

  /// Sets `high` to the greatest key for which a condition does not hold; false if it holds for
  /// all.
  final boolean lowerHigh(FromSomeKey condition) {
    if (condition.test(Long.MIN_VALUE)) {
      return false;
    }
    long from = Long.MIN_VALUE;
    long to = Long.MAX_VALUE;
    while (from < to) {
      long middle = to - ((to - from) >>> 1);
      if (condition.test(middle)) {
        to = middle - 1;
      } else {
        from = middle;
      }
    }
    high = from;
    return true;
  }
}
