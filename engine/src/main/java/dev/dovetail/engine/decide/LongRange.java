package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.LongColumn;

/// The least and the greatest raw value of a column, in the column's own reading (signed or not).
///
/// @param flip what makes the values comparable as signed: the top bit where they are unsigned
/// @param empty there is no value
record LongRange(long low, long high, long flip, boolean empty) {
  static LongRange of(LongColumn column) {
    long flip = column.unsigned() ? Long.MIN_VALUE : 0;
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    if (column.hasNulls()) {
      for (int p = 0; p < column.size(); p++) {
        if (!column.isNull(p)) {
          long value = column.raw(p) ^ flip;
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    } else {
      for (int p = 0; p < column.size(); p++) {
        long value = column.raw(p) ^ flip;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return new LongRange(low, high, flip, low > high);
  }

  /// The range of both; they are read alike.
  LongRange with(LongRange other) {
    return new LongRange(
        Math.min(low, other.low), Math.max(high, other.high), flip, empty && other.empty);
  }

  /// The least raw value.
  long least() {
    return empty ? 0 : low ^ flip;
  }

  /// The distance of the greatest from the least, unsigned.
  long span() {
    return empty ? 0 : high - low;
  }
}
