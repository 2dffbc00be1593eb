package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.BandWidth;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalDouble;

/// The keys of Y within a band around X.
final class BandInterval {
  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private BandInterval() {}

  /// Empty if the difference is not taken in longs of one unit, or in floats.
  static Optional<KeyInterval> of(Bound.Band band, ColumnData x, ColumnData y) {
    if (x instanceof LongColumn l && y instanceof LongColumn r) {
      return KeyInterval.areAlike(l, r)
          ? BandWidth.units(band.width(), band.strict(), l).map(width -> new Longs(l, width))
          : Optional.empty();
    }
    if (isReal(x) && isReal(y) && (x instanceof DoubleColumn || y instanceof DoubleColumn)) {
      OptionalDouble width = BandWidth.real(band.width(), band.strict());
      return width.isPresent()
          ? Optional.of(new Reals(x, y instanceof DoubleColumn, width.getAsDouble()))
          : Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean isReal(ColumnData column) {
    return column instanceof DoubleColumn
        || (column instanceof LongColumn longs
            && KeyInterval.isWhole(longs.type())
            && !longs.unsigned());
  }

  /// Distances of longs, exact.
  private static final class Longs extends KeyInterval {
    private final LongColumn column;
    private final boolean none;

    /// Unsigned.
    private final long width;

    Longs(LongColumn column, BigInteger width) {
      super(column);
      this.column = column;
      this.none = width.signum() < 0;
      this.width = width.min(MOST).longValue();
    }

    @Override
    boolean narrow(int x) {
      if (none) {
        return false;
      }
      long key = column.raw(x);
      // distances to the ends of the space, unsigned
      low = Long.compareUnsigned(width, key - Long.MIN_VALUE) >= 0 ? Long.MIN_VALUE : key - width;
      high = Long.compareUnsigned(width, Long.MAX_VALUE - key) >= 0 ? Long.MAX_VALUE : key + width;
      return true;
    }
  }

  /// Distances of floats, rounded as conditions round them, which is monotone.
  private static final class Reals extends KeyInterval {
    private final ColumnData x;
    private final boolean yIsFloat;
    private final double width;

    Reals(ColumnData x, boolean yIsFloat, double width) {
      super(x);
      this.x = x;
      this.yIsFloat = yIsFloat;
      this.width = width;
    }

    @Override
    boolean narrow(int position) {
      double value =
          x instanceof DoubleColumn doubles
              ? doubles.value(position)
              : (double) ((LongColumn) x).raw(position);
      if (Double.isInfinite(value)) {
        return seekInfinity(value > 0);
      }
      return raiseLow(key -> isAbove(key) || value - y(key) <= width)
          && lowerHigh(key -> isAbove(key) || y(key) - value > width)
          && low <= high;
    }

    /// Any other value is infinitely far, and the same infinity at no distance that is a number.
    private boolean seekInfinity(boolean positive) {
      low = yIsFloat && !positive ? SortKeys.ofDouble(-Double.MAX_VALUE) : Long.MIN_VALUE;
      high = yIsFloat && positive ? SortKeys.ofDouble(Double.MAX_VALUE) : Long.MAX_VALUE;
      return width == Double.POSITIVE_INFINITY;
    }

    private double y(long key) {
      return yIsFloat ? SortKeys.toDouble(key) : (double) key;
    }

    /// A key beyond the infinity, which is that of no float; below the other one all comparisons
    /// with what is no number are false, as they should be.
    private boolean isAbove(long key) {
      return yIsFloat && key > 0 && Double.isNaN(SortKeys.toDouble(key));
    }
  }
}
