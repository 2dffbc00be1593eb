package dev.dovetail.pipelines.cxl;

import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.DECIMAL;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.FLOAT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.INT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.STRING;

import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// The operators of arithmetic. Ints have 64 bits and never wrap around; decimals are exact, and of
/// a quotient the last digit is rounded half to even.
final class Arithmetic {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int MOST_SCALE = 38;
  private static final int QUOTIENT_SCALE = 6;

  private Arithmetic() {}

  static List<CxlFunction> functions() {
    FunctionSet set = new FunctionSet();
    set.function("+", INT, INT)
        .says("The sum.", "2 + 3 -> 5")
        .fails("the sum leaves 64 bits")
        .as(Simple.INT, a -> fitting(integer(a[0]).add(integer(a[1])), "+"));
    set.function("+", FLOAT, FLOAT)
        .says("The sum.", "2 + 0.5 -> 2.5")
        .as(Simple.FLOAT, a -> (double) a[0] + (double) a[1]);
    set.function("+", DECIMAL, DECIMAL)
        .says("The sum.", "'1.20'.to_decimal(2) + 1 -> 2.20")
        .as(Arithmetic::widest, a -> ((BigDecimal) a[0]).add((BigDecimal) a[1]));
    set.function("+", STRING, STRING)
        .says("One text behind the other.", "'a' + 'b' -> 'ab'")
        .fails("the text is longer than 10 million characters")
        .as(Simple.STRING, a -> Texts.bounded((String) a[0] + a[1]));
    set.function("-", INT, INT)
        .says("The difference.", "2 - 3 -> -1")
        .fails("the difference leaves 64 bits")
        .as(Simple.INT, a -> fitting(integer(a[0]).subtract(integer(a[1])), "-"));
    set.function("-", FLOAT, FLOAT)
        .says("The difference.", "2 - 0.5 -> 1.5")
        .as(Simple.FLOAT, a -> (double) a[0] - (double) a[1]);
    set.function("-", DECIMAL, DECIMAL)
        .says("The difference.", "'1.20'.to_decimal(2) - 1 -> 0.20")
        .as(Arithmetic::widest, a -> ((BigDecimal) a[0]).subtract((BigDecimal) a[1]));
    set.function("*", INT, INT)
        .says("The product.", "2 * 3 -> 6")
        .fails("the product leaves 64 bits")
        .as(Simple.INT, a -> fitting(integer(a[0]).multiply(integer(a[1])), "*"));
    set.function("*", FLOAT, FLOAT)
        .says("The product.", "2 * 0.5 -> 1.0")
        .as(Simple.FLOAT, a -> (double) a[0] * (double) a[1]);
    set.function("*", DECIMAL, DECIMAL)
        .says("The product; it has the digits of both.", "'1.20'.to_decimal(2) * 3 -> 3.60")
        .fails("the product has more than 38 digits behind the point")
        .as(Arithmetic::scalesTogether, a -> ((BigDecimal) a[0]).multiply((BigDecimal) a[1]));
    set.function("/", INT, INT)
        .says("The quotient, a float even where it is whole.", "7 / 2 -> 3.5")
        .fails("the divisor is 0")
        .as(Simple.FLOAT, a -> quotient(integer(a[0]), integer(a[1])));
    set.function("/", FLOAT, FLOAT)
        .says("The quotient.", "1.0 / 4 -> 0.25")
        .fails("the divisor is 0")
        .as(Simple.FLOAT, a -> (double) a[0] / nonZero((double) a[1]));
    set.function("/", DECIMAL, DECIMAL)
        .says(
            "The quotient, with at least 6 digits behind the point, half to even.",
            "'1.00'.to_decimal(2) / 3 -> 0.333333")
        .fails("the divisor is 0")
        .as(Arithmetic::quotientScale, Arithmetic::decimalQuotient);
    set.function("%", INT, INT)
        .says("What a division leaves; it has the sign of the divisor.", "-7 % 3 -> 2")
        .fails("the divisor is 0")
        .as(Simple.INT, a -> modulo(integer(a[0]), integer(a[1])));
    set.function("%", FLOAT, FLOAT)
        .says("What a division leaves; it has the sign of the divisor.", "5.5 % 2 -> 1.5")
        .fails("the divisor is 0")
        .as(Simple.FLOAT, a -> modulo((double) a[0], nonZero((double) a[1])));
    set.function("%", DECIMAL, DECIMAL)
        .says(
            "What a division leaves; it has the sign of the divisor.",
            "'5.5'.to_decimal(1) % 2 -> 1.5")
        .fails("the divisor is 0")
        .as(Arithmetic::widest, a -> modulo((BigDecimal) a[0], (BigDecimal) a[1]));
    set.function("negate", INT)
        .says("The negative.", "-(3) -> -3")
        .fails("the result leaves 64 bits")
        .as(Simple.INT, a -> fitting(integer(a[0]).negate(), "-"));
    set.function("negate", FLOAT)
        .says("The negative.", "-(0.5) -> -0.5")
        .as(Simple.FLOAT, a -> -(double) a[0]);
    set.function("negate", DECIMAL)
        .says("The negative.", "-('1.5'.to_decimal(1)) -> -1.5")
        .as(FunctionSet.SAME, a -> ((BigDecimal) a[0]).negate());
    return set.functions();
  }

  static BigInteger integer(Object value) {
    return value instanceof BigInteger big ? big : BigInteger.valueOf((long) value);
  }

  static Long fitting(BigInteger value, String operator) throws CxlFailure {
    if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
      throw new CxlFailure(
          Kind.OVERFLOW, "the result of '" + operator + "', " + value + ", leaves 64 bits");
    }
    return value.longValue();
  }

  /// The float that is nearest to the quotient.
  private static double quotient(BigInteger a, BigInteger b) throws CxlFailure {
    if (b.signum() == 0) {
      throw divisionByZero();
    }
    if (a.bitLength() <= 53 && b.bitLength() <= 53) {
      return a.doubleValue() / b.doubleValue();
    }
    // 25 digits are not enough to round twice alike in every case; 60 are: the quotient of two
    // numbers of 64
    // bits is either representable or farther than 2^-128 from the middle between two floats
    return new BigDecimal(a)
        .divide(new BigDecimal(b), new MathContext(60, RoundingMode.HALF_EVEN))
        .doubleValue();
  }

  private static Object modulo(BigInteger a, BigInteger b) throws CxlFailure {
    if (b.signum() == 0) {
      throw divisionByZero();
    }
    BigInteger left = a.mod(b.abs());
    return fitting(b.signum() < 0 && left.signum() != 0 ? left.add(b) : left, "%");
  }

  private static double modulo(double a, double b) {
    double left = a % b;
    if (left == 0) {
      return Math.copySign(0.0, b);
    }
    return left < 0 == b < 0 ? left : left + b;
  }

  private static BigDecimal modulo(BigDecimal a, BigDecimal b) throws CxlFailure {
    if (b.signum() == 0) {
      throw divisionByZero();
    }
    BigDecimal left = a.remainder(b);
    return left.signum() != 0 && left.signum() != b.signum() ? left.add(b) : left;
  }

  private static BigDecimal decimalQuotient(Object[] a) throws CxlFailure {
    BigDecimal divisor = (BigDecimal) a[1];
    if (divisor.signum() == 0) {
      throw divisionByZero();
    }
    BigDecimal dividend = (BigDecimal) a[0];
    int scale = quotientScale(dividend.scale(), divisor.scale());
    return dividend.divide(divisor, scale, RoundingMode.HALF_EVEN);
  }

  private static double nonZero(double divisor) throws CxlFailure {
    if (divisor == 0) {
      throw divisionByZero();
    }
    return divisor;
  }

  private static CxlFailure divisionByZero() {
    return new CxlFailure(Kind.DIVISION_BY_ZERO, "division by zero");
  }

  private static Optional<CxlType> widest(List<CxlType> types) {
    return Optional.of(new CxlType.Decimal(Math.max(scale(types.get(0)), scale(types.get(1)))));
  }

  private static Optional<CxlType> scalesTogether(List<CxlType> types) {
    int scale = scale(types.get(0)) + scale(types.get(1));
    return scale > MOST_SCALE ? Optional.empty() : Optional.of(new CxlType.Decimal(scale));
  }

  private static Optional<CxlType> quotientScale(List<CxlType> types) {
    return Optional.of(
        new CxlType.Decimal(quotientScale(scale(types.get(0)), scale(types.get(1)))));
  }

  private static int quotientScale(int dividend, int divisor) {
    return Math.max(QUOTIENT_SCALE, Math.max(dividend, divisor));
  }

  private static int scale(CxlType type) {
    return type instanceof CxlType.Decimal(int scale) ? scale : 0;
  }
}
