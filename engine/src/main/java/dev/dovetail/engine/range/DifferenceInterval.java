package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.BandWidth;
import dev.dovetail.engine.expr.Comparison;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalDouble;

/// The keys of Y for which `x - y op width` holds.
final class DifferenceInterval {
  private DifferenceInterval() {}

  /// Empty if the difference is not taken in longs of one unit, or in floats.
  static Optional<KeyInterval> of(Bound.Difference bound, ColumnData x, ColumnData y) {
    boolean atMost = bound.op() == Comparison.LESS || bound.op() == Comparison.LESS_OR_EQUAL;
    boolean strict = bound.op() == Comparison.LESS || bound.op() == Comparison.GREATER;
    if (x instanceof LongColumn l && y instanceof LongColumn r && KeyInterval.areAlike(l, r)) {
      // `difference >= width` is `not (difference < width)`
      return BandWidth.units(bound.width(), atMost == strict, l)
          .map(most -> new Longs(l, atMost, most));
    }
    if (x instanceof DoubleColumn l && y instanceof DoubleColumn) {
      OptionalDouble most = BandWidth.real(bound.width(), atMost == strict);
      return most.isPresent()
          ? Optional.of(new Reals(l, atMost, most.getAsDouble()))
          : Optional.empty();
    }
    return Optional.empty();
  }

  /// Differences of longs, exact: at most a width, or above it.
  private static final class Longs extends KeyInterval {
    private final LongColumn column;
    private final boolean atMost;
    private final BigInteger most;

    Longs(LongColumn column, boolean atMost, BigInteger most) {
      super(column);
      this.column = column;
      this.atMost = atMost;
      this.most = most;
    }

    @Override
    boolean narrow(int x) {
      // x - y <= most where y >= x - most
      BigInteger limit = BigInteger.valueOf(column.raw(x)).subtract(most);
      if (limit.bitLength() > 63) {
        boolean below = limit.signum() < 0;
        return below == atMost;
      }
      if (atMost) {
        low = limit.longValueExact();
        return true;
      }
      high = limit.longValueExact() - 1;
      return limit.longValueExact() != Long.MIN_VALUE;
    }
  }

  /// Differences of floats, rounded, which is monotone.
  private static final class Reals extends KeyInterval {
    private final DoubleColumn column;
    private final boolean atMost;
    private final double most;

    Reals(DoubleColumn column, boolean atMost, double most) {
      super(column);
      this.column = column;
      this.atMost = atMost;
      this.most = most;
    }

    @Override
    boolean narrow(int x) {
      double value = column.value(x);
      if (Double.isInfinite(value)) {
        // the same infinity is at no distance that is a number, all others at the same
        double distance = value;
        boolean holds = atMost == (distance <= most);
        if (value > 0) {
          high = SortKeys.ofDouble(Double.MAX_VALUE);
        } else {
          low = SortKeys.ofDouble(-Double.MAX_VALUE);
        }
        return holds;
      }
      // keys beyond the infinities are those of no float: above, differences are as at infinity
      return atMost
          ? raiseLow(key -> isAbove(key) || value - SortKeys.toDouble(key) <= most)
          : lowerHigh(key -> isAbove(key) || value - SortKeys.toDouble(key) <= most);
    }

    private static boolean isAbove(long key) {
      return key > 0 && Double.isNaN(SortKeys.toDouble(key));
    }
  }
}
