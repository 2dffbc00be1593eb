package dev.dovetail.engine.decide.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Integers of 64 bits; what leaves them is undecided.
///
/// Written for speed: each method is inlined into generated conditions.
public final class Ints {
  /// Integers up to here are floats too.
  private static final long EXACT = 1L << 53;

  private static final int MAX_SHIFT = 63;

  private Ints() {}

  public static long intAdd(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw Undecided.here();
    }
    return sum;
  }

  public static long intSubtract(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      throw Undecided.here();
    }
    return difference;
  }

  public static long intMultiply(long a, long b) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> MAX_SHIFT) {
      throw Undecided.here();
    }
    return product;
  }

  public static long intFloorDivide(long a, long b) {
    requireDivisor(b);
    if (a == Long.MIN_VALUE && b == -1) {
      throw Undecided.here();
    }
    return Math.floorDiv(a, b);
  }

  public static long intModulo(long a, long b) {
    requireDivisor(b);
    return Math.floorMod(a, b);
  }

  private static void requireDivisor(long b) {
    if (b == 0) {
      throw Undecided.raised();
    }
  }

  public static double intDivide(long a, long b) {
    requireDivisor(b);
    if (a >= -EXACT && a <= EXACT && b >= -EXACT && b <= EXACT) {
      return (double) a / (double) b;
    }
    throw Undecided.here();
  }

  public static long intPower(long base, long exponent) {
    if (exponent < 0 || exponent > 1 << 16) {
      throw Undecided.here();
    }
    long result = 1;
    long factor = base;
    for (long left = exponent; ; factor = intMultiply(factor, factor)) {
      if ((left & 1) != 0) {
        result = intMultiply(result, factor);
      }
      left >>= 1;
      if (left == 0) {
        return result;
      }
    }
  }

  public static long intNegate(long a) {
    return intSubtract(0, a);
  }

  public static long intAbs(long a) {
    return a < 0 ? intNegate(a) : a;
  }

  public static long intAnd(long a, long b) {
    return a & b;
  }

  public static long intOr(long a, long b) {
    return a | b;
  }

  public static long intXor(long a, long b) {
    return a ^ b;
  }

  public static long intInvert(long a) {
    return ~a;
  }

  public static long intShiftLeft(long a, long bits) {
    if (bits < 0 || bits >= MAX_SHIFT) {
      throw Undecided.here();
    }
    return intMultiply(a, 1L << bits);
  }

  public static long intShiftRight(long a, long bits) {
    if (bits < 0) {
      throw Undecided.raised();
    }
    return a >> Math.min(bits, MAX_SHIFT);
  }

  public static long intMin(long a, long b) {
    return Math.min(a, b);
  }

  public static long intMax(long a, long b) {
    return Math.max(a, b);
  }

  public static long intGcd(long a, long b) {
    if (a == Long.MIN_VALUE || b == Long.MIN_VALUE) {
      throw Undecided.here();
    }
    long x = Math.abs(a);
    long y = Math.abs(b);
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return x;
  }

  public static long boolToInt(boolean value) {
    return value ? 1 : 0;
  }

  public static String boolToText(boolean value) {
    return value ? "True" : "False";
  }

  public static double intToFloat(long value) {
    return (double) value;
  }

  public static BigDecimal intToDecimal(long value) {
    return BigDecimal.valueOf(value);
  }

  public static String intToText(long value) {
    return Long.toString(value);
  }

  public static String intFormat(long value, String format) {
    return Formats.integer(value, format);
  }

  /// `round(value, digits)`: a negative number of digits rounds half to even.
  public static long intRoundTo(long value, long digits) {
    if (digits >= 0) {
      return value;
    }
    if (digits < -18) {
      throw Undecided.here();
    }
    BigInteger rounded =
        BigDecimal.valueOf(value).setScale((int) digits, RoundingMode.HALF_EVEN).toBigInteger();
    return asLong(rounded);
  }

  static long asLong(BigInteger value) {
    if (value.bitLength() > MAX_SHIFT) {
      throw Undecided.here();
    }
    return value.longValue();
  }
}
