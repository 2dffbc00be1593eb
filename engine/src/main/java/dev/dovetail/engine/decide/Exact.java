package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BigColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.Powers;
import java.math.BigDecimal;

/// Three-way comparisons of numbers in different representations, without rounding.
public final class Exact {
  private static final double TWO_63 = 0x1p63;

  private Exact() {}

  static int compare(long a, boolean aUnsigned, long b, boolean bUnsigned) {
    if (aUnsigned && a < 0) {
      return bUnsigned && b < 0 ? Long.compare(a, b) : 1;
    }
    return bUnsigned && b < 0 ? -1 : Long.compare(a, b);
  }

  /// Compares `a * aFactor` with `b * bFactor`, all signed, in 128 bits.
  static int compareProducts(long a, long aFactor, long b, long bFactor) {
    long aHigh = Math.multiplyHigh(a, aFactor);
    long bHigh = Math.multiplyHigh(b, bFactor);
    return aHigh != bHigh
        ? Long.compare(aHigh, bHigh)
        : Long.compareUnsigned(a * aFactor, b * bFactor);
  }

  /// Compares an integer with a float that is a number.
  public static int compare(long a, boolean aUnsigned, double b) {
    if (aUnsigned && a < 0) {
      if (b < TWO_63) {
        return 1;
      }
      // both have their top bit set: what remains of each fits a signed long, or b is too big
      return compareSigned(a & Long.MAX_VALUE, b - TWO_63);
    }
    return compareSigned(a, b);
  }

  private static int compareSigned(long a, double b) {
    if (b >= TWO_63) {
      return -1;
    }
    if (b < -TWO_63) {
      return 1;
    }
    long whole = (long) b;
    return a != whole ? Long.compare(a, whole) : Double.compare(0.0, b - whole + 0.0);
  }

  public static int compare(BigDecimal a, double b) {
    if (Double.isInfinite(b)) {
      return b > 0 ? -1 : 1;
    }
    return a.compareTo(new BigDecimal(b));
  }

  /// Three-way comparison of two numbers of any representation; neither is NULL or not a number.
  public static int compare(ColumnData a, int i, ColumnData b, int j) {
    if (a instanceof LongColumn l) {
      if (b instanceof LongColumn r) {
        return compare(l, i, r, j);
      }
      if (b instanceof DoubleColumn r && l.scale() == 0) {
        return compare(l.raw(i), l.unsigned(), r.value(j));
      }
    }
    if (a instanceof DoubleColumn l) {
      return b instanceof DoubleColumn r
          ? Double.compare(l.value(i) + 0.0, r.value(j) + 0.0)
          : -compare(b, j, a, i);
    }
    return b instanceof DoubleColumn r
        ? compare(decimal(a, i), r.value(j))
        : decimal(a, i).compareTo(decimal(b, j));
  }

  static int compare(LongColumn a, int i, LongColumn b, int j) {
    return compare(a, i, b, b.raw(j));
  }

  /// Compares a value of one column with one that another column could hold, given raw.
  public static int compare(LongColumn a, int i, LongColumn b, long raw) {
    if (a.scale() == b.scale()) {
      return compare(a.raw(i), a.unsigned(), raw, b.unsigned());
    }
    if (a.unsigned() || b.unsigned()) {
      return a.decimal(i).compareTo(b.decimalOf(raw));
    }
    int scale = Math.max(a.scale(), b.scale());
    return compareProducts(
        a.raw(i), Powers.ofTen(scale - a.scale()), raw, Powers.ofTen(scale - b.scale()));
  }

  /// Compares what a column could hold, given raw, with a float that is a number.
  public static int compare(LongColumn like, long raw, double b) {
    return like.scale() == 0 ? compare(raw, like.unsigned(), b) : compare(like.decimalOf(raw), b);
  }

  /// The value of a number that is not a float.
  public static BigDecimal decimal(ColumnData column, int position) {
    return switch (column) {
      case LongColumn longs -> longs.decimal(position);
      case BigColumn bigs -> bigs.value(position);
      default -> throw new IllegalArgumentException(column.type() + " is no exact number");
    };
  }
}
