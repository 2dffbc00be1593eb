package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.Exact;
import dev.dovetail.engine.expr.Comparison;
import java.util.Optional;

/// The keys that `x op y` allows.
///
/// Where X and Y are of one representation the limits follow from the value of X. Else they are
/// searched for among Y's keys with the exact comparison, which is monotone in the key: at most 64
/// comparisons, and no rounding to reason about.
final class OrderedInterval {
  private OrderedInterval() {}

  /// Empty if the values have no order among each other, or those of Y no sort keys.
  static Optional<KeyInterval> of(Comparison op, ColumnData x, ColumnData y) {
    if (x instanceof LongColumn l && y instanceof LongColumn r) {
      if (l.type() != r.type() && !(l.type().isNumber() && r.type().isNumber())) {
        return Optional.empty();
      }
      return Optional.of(
          l.scale() == r.scale() && l.unsigned() == r.unsigned()
              ? new Direct(op, x, SortKeys.of(x).orElseThrow())
              : new Searched(op, x, (i, key) -> Exact.compare(l, i, r, SortKeys.raw(r, key))));
    }
    if (x instanceof DoubleColumn && y instanceof DoubleColumn) {
      return Optional.of(new Direct(op, x, SortKeys.of(x).orElseThrow()));
    }
    if (x instanceof LongColumn l && y instanceof DoubleColumn && l.type().isNumber()) {
      return Optional.of(new Searched(op, x, (i, key) -> compare(l, i, key)));
    }
    if (x instanceof DoubleColumn l && y instanceof LongColumn r && r.type().isNumber()) {
      return Optional.of(
          new Searched(op, x, (i, key) -> -Exact.compare(r, SortKeys.raw(r, key), l.value(i))));
    }
    return Optional.empty();
  }

  /// A long against the float with a key; a key beyond the infinities is that of no float.
  private static int compare(LongColumn longs, int position, long key) {
    double value = SortKeys.toDouble(key);
    if (Double.isNaN(value)) {
      return key > 0 ? -1 : 1;
    }
    return Exact.compare(longs, longs.raw(position), value);
  }

  /// Compares a value of X with the value of Y that a key stands for.
  private interface Probe {
    int compare(int x, long key);
  }

  private static final class Direct extends KeyInterval {
    private final Comparison op;
    private final SortKeys keys;

    Direct(Comparison op, ColumnData column, SortKeys keys) {
      super(column);
      this.op = op;
      this.keys = keys;
    }

    @Override
    boolean narrow(int x) {
      long key = keys.key(x);
      switch (op) {
        case LESS -> low = key + 1;
        case LESS_OR_EQUAL -> low = key;
        case GREATER -> high = key - 1;
        default -> high = key;
      }
      return !(op == Comparison.LESS && key == Long.MAX_VALUE)
          && !(op == Comparison.GREATER && key == Long.MIN_VALUE);
    }
  }

  private static final class Searched extends KeyInterval {
    private final Comparison op;
    private final Probe probe;

    Searched(Comparison op, ColumnData column, Probe probe) {
      super(column);
      this.op = op;
      this.probe = probe;
    }

    @Override
    boolean narrow(int x) {
      return switch (op) {
        case LESS -> raiseLow(key -> probe.compare(x, key) < 0);
        case LESS_OR_EQUAL -> raiseLow(key -> probe.compare(x, key) <= 0);
        case GREATER -> lowerHigh(key -> probe.compare(x, key) <= 0);
        default -> lowerHigh(key -> probe.compare(x, key) < 0);
      };
    }
  }
}
