package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.Powers;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/// Tests `abs(x - y) <= width`, with the difference taken as conditions take it: exact for integers
/// and times, rounded to a float where a float takes part, to 28 digits for decimals.
public final class BandTests {
  private static final int MICROSECOND_DIGITS = 6;
  private static final BigDecimal MICROSECONDS_PER_DAY = BigDecimal.valueOf(86_400_000_000L);

  private BandTests() {}

  /// Empty where the difference of the types, or its comparison with the width, is not defined.
  public static Optional<PairTest> of(ColumnData x, ColumnData y, Constant width) {
    if (!width.type().isNumber() || (width instanceof Constant.Real r && Double.isNaN(r.value()))) {
      return Optional.empty();
    }
    ValueType a = x.type();
    ValueType b = y.type();
    if (a == ValueType.NULL || b == ValueType.NULL) {
      return Optional.of(new LogicTest.Always(PairTest.FALSE));
    }
    if (a.isNumber() && b.isNumber()) {
      return ofNumbers(x, y, width);
    }
    boolean differ =
        a == ValueType.DATE
            || a == ValueType.NAIVE_TIMESTAMP
            || a == ValueType.INSTANT
            || a == ValueType.DURATION;
    return a == b && differ ? Optional.of(ofTimes(x, y, width)) : Optional.empty();
  }

  private static Optional<PairTest> ofNumbers(ColumnData x, ColumnData y, Constant width) {
    boolean decimal = x.type() == ValueType.DECIMAL || y.type() == ValueType.DECIMAL;
    boolean real = x.type() == ValueType.FLOAT || y.type() == ValueType.FLOAT;
    if (decimal && real) {
      return Optional.empty();
    }
    if (real) {
      return Optional.of(new Reals(x, y, atMost(width)));
    }
    if (infinity(width) != 0) {
      return Optional.of(
          infinity(width) > 0 ? new Present(x, y) : new LogicTest.Always(PairTest.FALSE));
    }
    return Optional.of(
        decimal
            ? new Decimals(x, y, exact(width))
            : new Longs((LongColumn) x, (LongColumn) y, floor(exact(width))));
  }

  private static PairTest ofTimes(ColumnData x, ColumnData y, Constant microseconds) {
    if (infinity(microseconds) != 0) {
      return infinity(microseconds) > 0 ? new Present(x, y) : new LogicTest.Always(PairTest.FALSE);
    }
    LongColumn left = (LongColumn) x;
    LongColumn right = (LongColumn) y;
    BigDecimal width = exact(microseconds);
    BigDecimal units =
        x.type() == ValueType.DATE
            ? width.divideToIntegralValue(MICROSECONDS_PER_DAY).add(fractionBelow(width))
            : width.scaleByPowerOfTen(Math.max(left.scale(), right.scale()) - MICROSECOND_DIGITS);
    return new Longs(left, right, floor(units));
  }

  /// A negative width stays negative, however little of a day it is.
  private static BigDecimal fractionBelow(BigDecimal width) {
    return width.signum() < 0 ? BigDecimal.ONE.negate() : BigDecimal.ZERO;
  }

  private static int infinity(Constant width) {
    return width instanceof Constant.Real(double value) && Double.isInfinite(value)
        ? (value > 0 ? 1 : -1)
        : 0;
  }

  private static BigDecimal exact(Constant width) {
    return switch (width) {
      case Constant.Bool(boolean value) -> value ? BigDecimal.ONE : BigDecimal.ZERO;
      case Constant.Int(BigInteger value) -> new BigDecimal(value);
      case Constant.Real(double value) -> new BigDecimal(value);
      case Constant.Decimal(BigDecimal value) -> value;
      case Constant.Null _,
          Constant.Text _,
          Constant.Bytes _,
          Constant.Opaque _,
          Constant.Temporal _ ->
          throw new IllegalStateException(width + " is no width");
    };
  }

  private static BigInteger floor(BigDecimal value) {
    return value.setScale(0, RoundingMode.FLOOR).toBigInteger();
  }

  /// The greatest float that is not above the width.
  private static double atMost(Constant width) {
    if (width instanceof Constant.Real(double value)) {
      return value;
    }
    BigDecimal value = exact(width);
    double nearest = value.doubleValue();
    if (Double.isInfinite(nearest)) {
      return nearest > 0 ? Double.MAX_VALUE : Double.NEGATIVE_INFINITY;
    }
    return new BigDecimal(nearest).compareTo(value) > 0 ? Math.nextDown(nearest) : nearest;
  }

  /// Any two values that are there.
  private static final class Present extends PairTest {
    private final ColumnData x;
    private final ColumnData y;

    Present(ColumnData x, ColumnData y) {
      this.x = x;
      this.y = y;
    }

    @Override
    public byte test(int i, int j) {
      return PairTest.of(!x.isNull(i) && !y.isNull(j));
    }
  }

  /// Whole numbers of one unit after scaling; the difference as an unsigned long where it fits.
  private static final class Longs extends PairTest {
    private final LongColumn x;
    private final LongColumn y;
    private final long xFactor;
    private final long yFactor;
    private final BigInteger width;
    private final long widthBits;

    Longs(LongColumn x, LongColumn y, BigInteger width) {
      this.x = x;
      this.y = y;
      int scale = Math.max(x.scale(), y.scale());
      this.xFactor = Powers.ofTen(scale - x.scale());
      this.yFactor = Powers.ofTen(scale - y.scale());
      this.width = width;
      this.widthBits = width.bitLength() > 64 ? -1L : width.longValue();
    }

    @Override
    public byte test(int i, int j) {
      if (x.isNull(i) || y.isNull(j) || width.signum() < 0) {
        return FALSE;
      }
      long a = x.raw(i);
      long b = y.raw(j);
      long scaledA = a * xFactor;
      long scaledB = b * yFactor;
      boolean fits =
          Math.multiplyHigh(a, xFactor) == scaledA >> 63
              && Math.multiplyHigh(b, yFactor) == scaledB >> 63
              && !(x.unsigned() && a < 0)
              && !(y.unsigned() && b < 0);
      if (!fits) {
        return PairTest.of(
            big(x, i, xFactor).subtract(big(y, j, yFactor)).abs().compareTo(width) <= 0);
      }
      long difference = scaledA >= scaledB ? scaledA - scaledB : scaledB - scaledA;
      return PairTest.of(Long.compareUnsigned(difference, widthBits) <= 0);
    }

    private static BigInteger big(LongColumn column, int position, long factor) {
      return column.decimal(position).unscaledValue().multiply(BigInteger.valueOf(factor));
    }
  }

  /// Floats, or a float and an integer that becomes one.
  private static final class Reals extends PairTest {
    private final ColumnData x;
    private final ColumnData y;
    private final double width;

    Reals(ColumnData x, ColumnData y, double width) {
      this.x = x;
      this.y = y;
      this.width = width;
    }

    @Override
    public byte test(int i, int j) {
      return PairTest.of(
          !x.isNull(i) && !y.isNull(j) && Math.abs(real(x, i) - real(y, j)) <= width);
    }

    private static double real(ColumnData column, int position) {
      return switch (column) {
        case DoubleColumn doubles -> doubles.value(position);
        case LongColumn longs when !longs.unsigned() || longs.raw(position) >= 0 ->
            (double) longs.raw(position);
        default -> Exact.decimal(column, position).doubleValue();
      };
    }
  }

  private static final class Decimals extends PairTest {
    private static final MathContext CONTEXT = new MathContext(28, RoundingMode.HALF_EVEN);

    private final ColumnData x;
    private final ColumnData y;
    private final BigDecimal width;

    Decimals(ColumnData x, ColumnData y, BigDecimal width) {
      this.x = x;
      this.y = y;
      this.width = width;
    }

    @Override
    public byte test(int i, int j) {
      if (x.isNull(i) || y.isNull(j)) {
        return FALSE;
      }
      BigDecimal difference = Exact.decimal(x, i).subtract(Exact.decimal(y, j)).round(CONTEXT);
      return PairTest.of(difference.abs().compareTo(width) <= 0);
    }
  }
}
