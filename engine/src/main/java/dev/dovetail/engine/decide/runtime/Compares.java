package dev.dovetail.engine.decide.runtime;

import dev.dovetail.engine.decide.Exact;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Comparisons of computed values of one family. `accepts` has bit 0, 1, 2 set where the comparison
/// holds of less, equal and greater; `onNaN` is what it says of what is not a number.
///
/// Written for speed: each method but the boxed ones is inlined into generated conditions.
public final class Compares {
  private Compares() {}

  private static boolean accepted(int threeWay, int accepts) {
    return ((accepts >> (Integer.signum(threeWay) + 1)) & 1) != 0;
  }

  public static boolean longs(long a, long b, int accepts) {
    return ((accepts >> (a < b ? 0 : a == b ? 1 : 2)) & 1) != 0;
  }

  public static boolean doubles(double a, double b, int accepts, boolean onNaN) {
    if (a < b) {
      return (accepts & 1) != 0;
    }
    if (a > b) {
      return (accepts & 4) != 0;
    }
    return a == b ? (accepts & 2) != 0 : onNaN;
  }

  public static boolean longDouble(long a, double b, int accepts, boolean onNaN) {
    return Double.isNaN(b) ? onNaN : accepted(Exact.compare(a, false, b), accepts);
  }

  public static boolean doubleLong(double a, long b, int accepts, boolean onNaN) {
    return Double.isNaN(a) ? onNaN : accepted(-Exact.compare(b, false, a), accepts);
  }

  public static boolean texts(String a, String b, int accepts) {
    if (accepts == 2 || accepts == 5) {
      return a.equals(b) == (accepts == 2);
    }
    return accepted(text(a, b), accepts);
  }

  public static boolean binaries(byte[] a, byte[] b, int accepts) {
    return accepted(Arrays.compareUnsigned(a, b), accepts);
  }

  public static boolean decimals(BigDecimal a, BigDecimal b, int accepts) {
    return accepted(a.compareTo(b), accepts);
  }

  /// An ordering of a decimal with what is not a number raises.
  public static boolean decimalDouble(BigDecimal a, double b, int accepts, boolean onNaN) {
    if (Double.isNaN(b)) {
      if (accepts != 2 && accepts != 5) {
        throw Undecided.here();
      }
      return onNaN;
    }
    return accepted(Exact.compare(a, b), accepts);
  }

  /// By code points, which differs from Java's order where there are surrogates.
  private static int text(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean apart = Character.isSurrogate(x) != Character.isSurrogate(y);
        return apart ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /// Three-way comparison of two values of one type, neither of them what is not a number.
  static int order(Object a, Object b) {
    return switch (a) {
      case Boolean x -> Boolean.compare(x, (Boolean) b);
      case Long x -> Long.compare(x, (Long) b);
      case Double x -> Double.compare(x + 0.0, (Double) b + 0.0);
      case BigDecimal x -> x.compareTo((BigDecimal) b);
      case String x -> text(x, (String) b);
      case byte[] x -> Arrays.compareUnsigned(x, (byte[]) b);
      default -> throw Undecided.here();
    };
  }

  /// Equality of two boxed values, of one family or NULL.
  public static boolean equal(@Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return Lists.listEqual(x, y);
    }
    if (a.getClass() == b.getClass()) {
      return a instanceof Double x
          ? x.doubleValue() == ((Double) b).doubleValue()
          : order(a, b) == 0;
    }
    return number(a, b);
  }

  private static boolean number(Object a, Object b) {
    if (a instanceof Double x) {
      return !Double.isNaN(x) && Exact.compare(exact(b), x) == 0;
    }
    if (b instanceof Double y) {
      return !Double.isNaN(y) && Exact.compare(exact(a), y) == 0;
    }
    return exact(a).compareTo(exact(b)) == 0;
  }

  private static BigDecimal exact(Object value) {
    return switch (value) {
      case Boolean bool -> bool ? BigDecimal.ONE : BigDecimal.ZERO;
      case Long number -> BigDecimal.valueOf(number);
      case BigDecimal decimal -> decimal;
      default -> throw Undecided.here();
    };
  }
}
