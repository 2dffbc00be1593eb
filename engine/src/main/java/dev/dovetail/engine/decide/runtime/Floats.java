package dev.dovetail.engine.decide.runtime;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Floats of 64 bits, operation by operation as the language defines them on IEEE 754.
///
/// Written for speed, except for what makes text or rounds to digits.
public final class Floats {
  private static final double TWO_63 = 0x1p63;

  /// Bounds of the error of any `pow` in use, in units of the last place.
  private static final double NEAR_TIE = 0.45;

  private Floats() {}

  public static double floatAdd(double a, double b) {
    return a + b;
  }

  public static double floatSubtract(double a, double b) {
    return a - b;
  }

  public static double floatMultiply(double a, double b) {
    return a * b;
  }

  public static double floatDivide(double a, double b) {
    requireDivisor(b);
    return a / b;
  }

  private static void requireDivisor(double b) {
    if (b == 0) {
      throw Undecided.raised();
    }
  }

  /// The remainder has the divisor's sign; the algorithm is that of CPython's `float_divmod`.
  public static double floatModulo(double a, double b) {
    requireDivisor(b);
    double rest = a % b;
    if (rest == 0) {
      return Math.copySign(0.0, b);
    }
    return (b < 0) != (rest < 0) ? rest + b : rest;
  }

  public static double floatFloorDivide(double a, double b) {
    requireDivisor(b);
    double rest = a % b;
    double quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0.0, a / b);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  /// Only squares, and only where every library's `pow` gives the same: where the exact square is
  /// not close to the middle of two floats.
  public static double floatPower(double base, double exponent) {
    if (exponent == 1) {
      return base;
    }
    if (exponent != 2 || !Double.isFinite(base)) {
      throw Undecided.here();
    }
    double square = base * base;
    double size = Math.abs(base);
    if (size < 0x1p-480 || size > 0x1p500) {
      if (base == 0) {
        return 0;
      }
      throw Undecided.here();
    }
    double rest = Math.fma(base, base, -square);
    if (Math.abs(rest) > NEAR_TIE * Math.ulp(square)) {
      throw Undecided.here();
    }
    return square;
  }

  public static double floatNegate(double a) {
    return -a;
  }

  public static double floatAbs(double a) {
    return Math.abs(a);
  }

  /// The first of equal ones; what is not a number loses only where it comes second.
  public static double floatMin(double a, double b) {
    return b < a ? b : a;
  }

  public static double floatMax(double a, double b) {
    return b > a ? b : a;
  }

  public static long floatTruncate(double a) {
    return whole(a < 0 ? Math.ceil(a) : Math.floor(a));
  }

  public static long floatRound(double a) {
    return whole(Math.rint(a));
  }

  public static long floatFloor(double a) {
    return whole(Math.floor(a));
  }

  public static long floatCeil(double a) {
    return whole(Math.ceil(a));
  }

  private static long whole(double a) {
    // also false for what is not a number
    if (a >= -TWO_63 && a < TWO_63) {
      return (long) a;
    }
    throw Undecided.here();
  }

  /// Rounds the exact binary value half to even, as `round(value, digits)` does.
  public static double floatRoundTo(double a, long digits) {
    if (!Double.isFinite(a) || a == 0) {
      return a;
    }
    if (digits > 323 || digits < -308) {
      throw Undecided.here();
    }
    double rounded = new BigDecimal(a).setScale((int) digits, RoundingMode.HALF_EVEN).doubleValue();
    if (Double.isInfinite(rounded)) {
      throw Undecided.here();
    }
    return Math.copySign(rounded, a);
  }

  public static double floatSqrt(double a) {
    if (a < 0) {
      throw Undecided.raised();
    }
    return Math.sqrt(a);
  }

  public static double floatRemainder(double a, double b) {
    if (!Double.isFinite(a) || b == 0 || Double.isNaN(b)) {
      throw Undecided.here();
    }
    return a % b;
  }

  public static double floatCopySign(double a, double sign) {
    return Double.isNaN(sign)
        ? Math.copySign(a, Double.doubleToRawLongBits(sign) < 0 ? -1.0 : 1.0)
        : Math.copySign(a, sign);
  }

  public static boolean floatIsNan(double a) {
    return Double.isNaN(a);
  }

  public static boolean floatIsInfinite(double a) {
    return Double.isInfinite(a);
  }

  public static boolean floatIsFinite(double a) {
    return Double.isFinite(a);
  }

  public static boolean floatIsInteger(double a) {
    return Double.isFinite(a) && a == Math.rint(a);
  }

  public static boolean floatIsClose(double a, double b, double relative, double absolute) {
    if (relative < 0 || absolute < 0) {
      throw Undecided.here();
    }
    if (a == b) {
      return true;
    }
    if (Double.isInfinite(a) || Double.isInfinite(b)) {
      return false;
    }
    double apart = Math.abs(b - a);
    return apart <= Math.abs(relative * b) || apart <= Math.abs(relative * a) || apart <= absolute;
  }

  public static String floatToText(double a) {
    return Formats.shortest(a);
  }

  public static String floatFormat(double a, String format) {
    return Formats.real(a, format);
  }
}
