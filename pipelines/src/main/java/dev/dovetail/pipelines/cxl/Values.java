package dev.dovetail.pipelines.cxl;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Comparison of values that are not NULL and whose types [compare][CxlType#comparable].
final class Values {
  private Values() {}

  /// Exact, whatever the kinds of the numbers; NaN is unequal to everything.
  static boolean equal(Object a, Object b) {
    if (a instanceof Number && b instanceof Number) {
      return !isNan(a) && !isNan(b) && compare(a, b) == 0;
    }
    if (a instanceof List<?> left && b instanceof List<?> right) {
      return left.size() == right.size() && equal(left.iterator(), right.iterator());
    }
    if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
      return left.keySet().equals(right.keySet())
          && left.keySet().stream().allMatch(key -> equalOrNull(left.get(key), right.get(key)));
    }
    return a.equals(b);
  }

  private static boolean equal(Iterator<?> a, Iterator<?> b) {
    while (a.hasNext()) {
      if (!equalOrNull(a.next(), b.next())) {
        return false;
      }
    }
    return true;
  }

  /// Within arrays and maps a NULL equals a NULL.
  private static boolean equalOrNull(
      @org.jspecify.annotations.Nullable Object a, @org.jspecify.annotations.Nullable Object b) {
    return (a == null || b == null) ? Objects.equals(a, b) : equal(a, b);
  }

  static boolean isNan(Object value) {
    return value instanceof Double number && number.isNaN();
  }

  /// As [#compare], but of an int and a float the int is taken as a float.
  static int order(Object a, Object b) {
    if (a instanceof Double left && (b instanceof Long || b instanceof BigInteger)) {
      return compare(left, (Object) Arithmetic.integer(b).doubleValue());
    }
    if (b instanceof Double right && (a instanceof Long || a instanceof BigInteger)) {
      return compare((Object) Arithmetic.integer(a).doubleValue(), right);
    }
    return compare(a, b);
  }

  /// Negative, zero or positive. Numbers compare exactly; NaN is larger than all others, and equal
  /// to itself, which only functions ask about that choose one of two.
  @SuppressWarnings("unchecked")
  static int compare(Object a, Object b) {
    if (a instanceof Double left && b instanceof Double right) {
      return left.doubleValue() == right ? 0 : Double.compare(left, right);
    }
    if (a instanceof Long left && b instanceof Long right) {
      return Long.compare(left, right);
    }
    if (a instanceof Number && b instanceof Number) {
      return compareNumbers(a, b);
    }
    if (a instanceof String left && b instanceof String right) {
      return compareText(left, right);
    }
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static int compareNumbers(Object a, Object b) {
    boolean leftFinite = !(a instanceof Double left) || Double.isFinite(left);
    boolean rightFinite = !(b instanceof Double right) || Double.isFinite(right);
    if (leftFinite && rightFinite) {
      return exact(a).compareTo(exact(b));
    }
    return Double.compare(leftFinite ? 0 : (double) a, rightFinite ? 0 : (double) b);
  }

  private static BigDecimal exact(Object number) {
    return switch (number) {
      case BigDecimal value -> value;
      case BigInteger value -> new BigDecimal(value);
      case Double value -> new BigDecimal(value);
      default -> BigDecimal.valueOf((long) number);
    };
  }

  /// By code points, which UTF-16 does not order as they are.
  private static int compareText(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char left = a.charAt(i);
      char right = b.charAt(i);
      if (left != right) {
        boolean leftHigh = Character.isSurrogate(left);
        boolean rightHigh = Character.isSurrogate(right);
        if (leftHigh != rightHigh) {
          return leftHigh ? 1 : -1;
        }
        return Character.compare(left, right);
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
