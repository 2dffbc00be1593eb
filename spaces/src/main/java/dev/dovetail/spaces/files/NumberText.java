package dev.dovetail.spaces.files;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// The number that a run of characters spells, without an object per cell: `[-]digits`, with a
/// fraction, with an exponent. A scanner is reused; its fields describe the text of the last
/// successful [#scan].
final class NumberText {
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private char[] text = {};
  private int offset;
  private int length;

  boolean negative;

  /// Digits before the point, leading zeros not counted.
  int whole;

  /// Digits behind the point.
  int fraction;

  /// Digits from the first that is not zero to the last that is not zero.
  int significant;

  boolean exponent;

  /// Whether a zero stands before another digit, as in `007`.
  boolean padded;

  boolean zero;

  /// All digits as one integer, if there are at most 18 significant ones.
  private long digits;

  private int power;

  /// Whether the text is such a number. A `+` before the first digit is accepted only if asked.
  boolean scan(char[] buffer, int from, int count, boolean plus) {
    text = buffer;
    offset = from;
    length = count;
    whole = 0;
    fraction = 0;
    significant = 0;
    exponent = false;
    digits = 0;
    power = 0;
    int at = from;
    int end = from + count;
    negative = at < end && buffer[at] == '-';
    if (negative || (plus && at < end && buffer[at] == '+')) {
      at++;
    }
    int firstDigit = at;
    int trailing = 0;
    boolean point = false;
    for (; at < end; at++) {
      char c = buffer[at];
      if (c == '.' && !point) {
        point = true;
        continue;
      }
      if (c < '0' || c > '9') {
        break;
      }
      if (point) {
        fraction++;
      } else if (whole > 0 || c != '0') {
        whole++;
      }
      if (c == '0') {
        trailing += significant > 0 ? 1 : 0;
      } else {
        significant += trailing + 1;
        trailing = 0;
      }
      if (significant + trailing <= 18) {
        digits = digits * 10 + (c - '0');
      }
    }
    int digitsRead = at - firstDigit - (point ? 1 : 0);
    if (digitsRead == 0 || (point && fraction == 0)) {
      return false;
    }
    zero = significant == 0;
    padded =
        buffer[firstDigit] == '0'
            && firstDigit + 1 < end
            && buffer[firstDigit + 1] >= '0'
            && buffer[firstDigit + 1] <= '9';
    power = -fraction;
    if (significant + trailing > 18) {
      digits = -1;
    }
    return at == end || scanExponent(at, end);
  }

  private boolean scanExponent(int from, int end) {
    int at = from;
    if (text[at] != 'e' && text[at] != 'E') {
      return false;
    }
    at++;
    boolean minus = at < end && text[at] == '-';
    if (at < end && (minus || text[at] == '+')) {
      at++;
    }
    int start = at;
    int value = 0;
    for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
      value = Math.min(value * 10 + (text[at] - '0'), 100_000);
    }
    exponent = true;
    power += minus ? -value : value;
    return at == end && at > start;
  }

  boolean integer() {
    return fraction == 0 && !exponent;
  }

  boolean negativeZero() {
    return negative && zero;
  }

  /// Whether an integer lies within int64.
  boolean fitsLong() {
    if (whole < 19) {
      return true;
    }
    if (whole > 19) {
      return false;
    }
    try {
      Long.parseLong(string());
      return true;
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /// The integer; the caller has asked [#fitsLong].
  long longValue() {
    return whole <= 18 ? (negative ? -digits : digits) : Long.parseLong(string());
  }

  /// The double nearest to the number. Few digits and a small power of ten need one correctly
  /// rounded operation (Clinger, "How to read floating point numbers accurately", 1990).
  double doubleValue() {
    if (digits >= 0 && digits < 1L << 53 && power >= -22 && power <= 22) {
      double value = power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
      return negative ? -value : value;
    }
    return Double.parseDouble(string());
  }

  BigDecimal decimal() {
    return new BigDecimal(string());
  }

  /// The integer of all digits of a plain decimal, or -1 if it takes more than 18 of them.
  long unscaled() {
    return digits;
  }

  /// Whether the text is how the nearest double is written: rounded to the text's digits, of which
  /// 17 tell all doubles apart (Steele and White, "How to print floating-point numbers accurately",
  /// 1990), it is this number again. Numbers of 15 digits always are.
  boolean isDoubleExactly() {
    if (exponent) {
      return significant <= 17 && Double.isFinite(doubleValue());
    }
    if (significant <= 15 && whole <= 300 && fraction <= 300) {
      return true;
    }
    if (significant > 17) {
      return false;
    }
    double value = doubleValue();
    return Double.isFinite(value)
        && new BigDecimal(value)
                .round(new MathContext(significant, RoundingMode.HALF_EVEN))
                .compareTo(decimal())
            == 0;
  }

  private String string() {
    return new String(text, offset, length);
  }
}
