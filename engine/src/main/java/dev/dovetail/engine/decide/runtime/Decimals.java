package dev.dovetail.engine.decide.runtime;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Decimals under the language's default context: 28 digits, half to even. Operands may be longer;
/// only results are rounded.
public final class Decimals {
  private static final MathContext CONTEXT = new MathContext(28, RoundingMode.HALF_EVEN);

  private Decimals() {}

  public static BigDecimal decimalAdd(BigDecimal a, BigDecimal b) {
    return a.add(b).round(CONTEXT);
  }

  public static BigDecimal decimalSubtract(BigDecimal a, BigDecimal b) {
    return a.subtract(b).round(CONTEXT);
  }

  public static BigDecimal decimalMultiply(BigDecimal a, BigDecimal b) {
    return a.multiply(b).round(CONTEXT);
  }

  public static BigDecimal decimalDivide(BigDecimal a, BigDecimal b) {
    requireDivisor(b);
    return a.divide(b, CONTEXT);
  }

  private static void requireDivisor(BigDecimal b) {
    if (b.signum() == 0) {
      throw Undecided.raised();
    }
  }

  /// Rounds towards zero, unlike the same operator on integers and floats.
  public static BigDecimal decimalFloorDivide(BigDecimal a, BigDecimal b) {
    requireDivisor(b);
    BigDecimal quotient = a.divideToIntegralValue(b);
    requireShort(quotient);
    return quotient;
  }

  public static BigDecimal decimalModulo(BigDecimal a, BigDecimal b) {
    requireDivisor(b);
    requireShort(a.divideToIntegralValue(b));
    return a.remainder(b).round(CONTEXT);
  }

  private static void requireShort(BigDecimal quotient) {
    if (quotient.setScale(0, RoundingMode.DOWN).precision() > CONTEXT.getPrecision()) {
      throw Undecided.here();
    }
  }

  public static BigDecimal decimalNegate(BigDecimal a) {
    return a.negate().round(CONTEXT);
  }

  public static BigDecimal decimalAbs(BigDecimal a) {
    return a.abs().round(CONTEXT);
  }

  public static BigDecimal decimalMin(BigDecimal a, BigDecimal b) {
    return b.compareTo(a) < 0 ? b : a;
  }

  public static BigDecimal decimalMax(BigDecimal a, BigDecimal b) {
    return b.compareTo(a) > 0 ? b : a;
  }

  public static long decimalTruncate(BigDecimal a) {
    return whole(a, RoundingMode.DOWN);
  }

  public static long decimalRound(BigDecimal a) {
    return whole(a, RoundingMode.HALF_EVEN);
  }

  public static long decimalFloor(BigDecimal a) {
    return whole(a, RoundingMode.FLOOR);
  }

  public static long decimalCeil(BigDecimal a) {
    return whole(a, RoundingMode.CEILING);
  }

  private static long whole(BigDecimal a, RoundingMode rounding) {
    return Ints.asLong(a.setScale(0, rounding).toBigInteger());
  }

  /// `round(value, digits)`, which is a quantize: undecided where the result has too many digits.
  public static BigDecimal decimalRoundTo(BigDecimal a, long digits) {
    if (digits < -28 || digits > 28) {
      throw Undecided.here();
    }
    BigDecimal rounded = a.setScale((int) digits, RoundingMode.HALF_EVEN);
    if (rounded.precision() > CONTEXT.getPrecision()) {
      throw Undecided.here();
    }
    return rounded;
  }

  public static double decimalToFloat(BigDecimal a) {
    return a.doubleValue();
  }

  /// Both languages write decimals by the same specification, except that Java's zero has no sign.
  public static String decimalToText(BigDecimal a) {
    if (a.signum() == 0) {
      throw Undecided.here();
    }
    return a.toString();
  }
}
