package dev.dovetail.engine.range;

/// For a position of X the sort keys of Y that a condition allows: all from `low` to `high`, both
/// included. One per thread.
///
/// Written for speed.
abstract class KeyInterval {
  long low;
  long high;

  /// Sets the interval of a position; false if it is empty, as it is where the position's value has
  /// no order.
  abstract boolean seek(int x);

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
