package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.runtime.Times;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;

/// The greatest difference that a band allows, in the terms in which the difference is taken.
public final class BandWidth {
  private static final int MICROSECOND_DIGITS = 6;
  private static final BigDecimal MICROSECONDS_PER_DAY = BigDecimal.valueOf(86_400_000_000L);
  private static final BigInteger WIDER_THAN_ALL = BigInteger.ONE.shiftLeft(200);

  private BandWidth() {}

  /// The greatest whole number of the column's units that is at most the width, or below it where
  /// the band is strict; negative if no distance is. Empty if the width is no number.
  ///
  /// @param like both columns are of its type and unit
  public static Optional<BigInteger> units(Constant width, boolean strict, LongColumn like) {
    if (width instanceof Constant.Real(double value) && !Double.isFinite(value)) {
      return Double.isNaN(value)
          ? Optional.empty()
          : Optional.of(value > 0 ? WIDER_THAN_ALL : BigInteger.ONE.negate());
    }
    return exact(width).map(value -> whole(inUnits(value, like), strict));
  }

  private static BigDecimal inUnits(BigDecimal width, LongColumn like) {
    ValueType type = like.type();
    if (type == ValueType.DATE) {
      // more digits than decide whether the quotient is whole
      return width.divide(MICROSECONDS_PER_DAY, 40, RoundingMode.FLOOR);
    }
    return type.isNumber()
        ? width.scaleByPowerOfTen(like.scale())
        : width.scaleByPowerOfTen(like.scale() - MICROSECOND_DIGITS);
  }

  private static BigInteger whole(BigDecimal value, boolean strict) {
    BigInteger floor = value.setScale(0, RoundingMode.FLOOR).toBigInteger();
    boolean isWhole = value.compareTo(new BigDecimal(floor)) == 0;
    return strict && isWhole ? floor.subtract(BigInteger.ONE) : floor;
  }

  /// The greatest float that is at most the width, or below it where the band is strict. Empty if
  /// the width is no number.
  public static OptionalDouble real(Constant width, boolean strict) {
    if (width instanceof Constant.Real(double value)) {
      return Double.isNaN(value)
          ? OptionalDouble.empty()
          : OptionalDouble.of(strict ? Math.nextDown(value) : value);
    }
    Optional<BigDecimal> exact = exact(width);
    if (exact.isEmpty()) {
      return OptionalDouble.empty();
    }
    double nearest = exact.get().doubleValue();
    if (Double.isInfinite(nearest)) {
      return OptionalDouble.of(nearest > 0 ? Double.MAX_VALUE : Double.NEGATIVE_INFINITY);
    }
    int side = new BigDecimal(nearest).compareTo(exact.get());
    return OptionalDouble.of(side > 0 || (side == 0 && strict) ? Math.nextDown(nearest) : nearest);
  }

  /// The microseconds of the longest duration whose `total_seconds` are at most a number, or below
  /// it if `strict`; less than any that has seconds if there is none. Seconds grow with durations.
  public static long microseconds(double seconds, boolean strict) {
    long low = -Times.EXACT - 1;
    long high = Times.EXACT;
    while (low < high) {
      long middle = low + ((high - low + 1) >> 1);
      double here = Times.durationTotalSeconds(middle);
      if (strict ? here < seconds : here <= seconds) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static Optional<BigDecimal> exact(Constant width) {
    return switch (width) {
      case Constant.Bool(boolean value) -> Optional.of(value ? BigDecimal.ONE : BigDecimal.ZERO);
      case Constant.Int(BigInteger value) -> Optional.of(new BigDecimal(value));
      case Constant.Real(double value) -> Optional.of(new BigDecimal(value));
      case Constant.Decimal(BigDecimal value) -> Optional.of(value);
      case Constant.Null _,
          Constant.Text _,
          Constant.Bytes _,
          Constant.Temporal _,
          Constant.Opaque _ ->
          Optional.empty();
    };
  }
}
