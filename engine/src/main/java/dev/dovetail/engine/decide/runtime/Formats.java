package dev.dovetail.engine.decide.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Numbers and texts as text: `repr` of a float, and the format specifications that people write;
/// others are undecided.
final class Formats {
  private static final int SCIENTIFIC_FROM = 16;
  private static final int SCIENTIFIC_BELOW = -4;
  private static final Pattern NUMBER =
      Pattern.compile("(0?)([1-9][0-9]?)?(,?)(?:\\.([0-9]{1,2}))?([dfxX]?)");
  private static final Pattern TEXT = Pattern.compile("([<>^]?)([1-9][0-9]?)?(s?)");

  private Formats() {}

  /// The fewest digits that read back as the same float.
  static String shortest(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return Double.doubleToRawLongBits(value) < 0 ? "-0.0" : "0.0";
    }
    BigDecimal decimal = fewest(Math.abs(value)).stripTrailingZeros();
    String digits = decimal.unscaledValue().toString();
    // value = 0.DIGITS * 10^point
    int point = digits.length() - decimal.scale();
    String text;
    if (point > SCIENTIFIC_FROM || point <= SCIENTIFIC_BELOW) {
      int exponent = point - 1;
      String size = Integer.toString(Math.abs(exponent));
      text =
          digits.charAt(0)
              + (digits.length() > 1 ? "." + digits.substring(1) : "")
              + (exponent < 0 ? "e-" : "e+")
              + (size.length() < 2 ? "0" : "")
              + size;
    } else if (point <= 0) {
      text = "0." + "0".repeat(-point) + digits;
    } else if (point >= digits.length()) {
      text = digits + "0".repeat(point - digits.length()) + ".0";
    } else {
      text = digits.substring(0, point) + "." + digits.substring(point);
    }
    return value < 0 ? "-" + text : text;
  }

  /// Java gives the fewest digits from two on; where one would do, it is found here.
  private static BigDecimal fewest(double value) {
    BigDecimal digits = new BigDecimal(Double.toString(value));
    if (digits.precision() == 2) {
      BigDecimal one = digits.round(new java.math.MathContext(1, RoundingMode.HALF_EVEN));
      if (one.doubleValue() == value) {
        return one;
      }
    }
    return digits;
  }

  static String integer(long value, String format) {
    Matcher spec = number(format);
    String digits;
    switch (spec.group(5)) {
      case "f" -> {
        return fixed(new BigDecimal((double) value), value < 0, spec, 6);
      }
      case "x", "X" -> {
        if (!spec.group(3).isEmpty()) {
          throw Undecided.here();
        }
        digits = BigInteger.valueOf(value).abs().toString(16);
        digits = spec.group(5).equals("X") ? digits.toUpperCase(java.util.Locale.ROOT) : digits;
      }
      default -> digits = BigInteger.valueOf(value).abs().toString();
    }
    if (spec.group(4) != null) {
      throw Undecided.here();
    }
    return filled(value < 0, digits, "", spec);
  }

  static String real(double value, String format) {
    if (format.isEmpty()) {
      return shortest(value);
    }
    Matcher spec = number(format);
    if (!spec.group(5).equals("f") || !Double.isFinite(value)) {
      throw Undecided.here();
    }
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    return fixed(new BigDecimal(Math.abs(value)), negative, spec, 6);
  }

  static String decimal(BigDecimal value, String format) {
    Matcher spec = number(format);
    if (!spec.group(5).equals("f") || spec.group(4) == null || value.signum() == 0) {
      throw Undecided.here();
    }
    return fixed(value, value.signum() < 0, spec, 0);
  }

  private static String fixed(BigDecimal value, boolean negative, Matcher spec, int otherwise) {
    int places = spec.group(4) == null ? otherwise : Integer.parseInt(spec.group(4));
    String text = value.abs().setScale(places, RoundingMode.HALF_EVEN).toPlainString();
    int point = text.indexOf('.');
    return point < 0
        ? filled(negative, text, "", spec)
        : filled(negative, text.substring(0, point), text.substring(point), spec);
  }

  private static Matcher number(String format) {
    Matcher spec = NUMBER.matcher(format);
    if (!spec.matches() || (!spec.group(1).isEmpty() && spec.group(2) == null)) {
      throw Undecided.here();
    }
    return spec;
  }

  private static String filled(boolean negative, String whole, String rest, Matcher spec) {
    boolean grouped = !spec.group(3).isEmpty();
    boolean zeros = !spec.group(1).isEmpty();
    if (grouped && zeros) {
      throw Undecided.here();
    }
    StringBuilder digits = new StringBuilder(whole);
    if (grouped) {
      for (int at = digits.length() - 3; at > 0; at -= 3) {
        digits.insert(at, ',');
      }
    }
    digits.append(rest);
    int width = spec.group(2) == null ? 0 : Integer.parseInt(spec.group(2));
    int missing = Math.max(0, width - digits.length() - (negative ? 1 : 0));
    String sign = negative ? "-" : "";
    return zeros ? sign + "0".repeat(missing) + digits : " ".repeat(missing) + sign + digits;
  }

  static String text(String value, String format) {
    Matcher spec = TEXT.matcher(format);
    if (!spec.matches() || (!spec.group(1).isEmpty() && spec.group(2) == null)) {
      throw Undecided.here();
    }
    int width = spec.group(2) == null ? 0 : Integer.parseInt(spec.group(2));
    int missing = (int) Math.max(0, width - Texts.textLength(value));
    return switch (spec.group(1)) {
      case ">" -> " ".repeat(missing) + value;
      case "^" -> " ".repeat(missing / 2) + value + " ".repeat(missing - missing / 2);
      default -> value + " ".repeat(missing);
    };
  }
}
