package dev.dovetail.engine.decide.runtime;

import java.util.ArrayList;
import java.util.List;

/// Functions of text that count code points and change none of them. Columns hold no lone
/// surrogates, so parts of a text are found by its Java characters.
public final class Texts {
  private static final int LONGEST = 1 << 24;

  private Texts() {}

  static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  public static String textConcat(String a, String b) {
    return a.concat(b);
  }

  public static String textRepeat(String text, long times) {
    if (times <= 0) {
      return "";
    }
    if (times > LONGEST || times * text.length() > LONGEST) {
      throw Undecided.here();
    }
    return text.repeat((int) times);
  }

  public static long textLength(String text) {
    return text.codePointCount(0, text.length());
  }

  public static boolean textStartsWith(String text, String prefix) {
    return text.startsWith(prefix);
  }

  public static boolean textEndsWith(String text, String suffix) {
    return text.endsWith(suffix);
  }

  public static boolean textWithin(String part, String text) {
    return text.contains(part);
  }

  public static long textFind(String text, String part) {
    return codePoints(text, text.indexOf(part));
  }

  public static long textFindLast(String text, String part) {
    return codePoints(text, text.lastIndexOf(part));
  }

  private static long codePoints(String text, int end) {
    return end < 0 ? -1 : text.codePointCount(0, end);
  }

  public static long textIndex(String text, String part) {
    long index = textFind(text, part);
    if (index < 0) {
      throw Undecided.raised();
    }
    return index;
  }

  /// The three parts of `partition(separator)`.
  public static String textBefore(String text, String separator) {
    requireSeparator(separator);
    int at = text.indexOf(separator);
    return at < 0 ? text : text.substring(0, at);
  }

  public static String textSeparator(String text, String separator) {
    requireSeparator(separator);
    return text.contains(separator) ? separator : "";
  }

  public static String textAfter(String text, String separator) {
    requireSeparator(separator);
    int at = text.indexOf(separator);
    return at < 0 ? "" : text.substring(at + separator.length());
  }

  public static long textCount(String text, String part) {
    if (part.isEmpty()) {
      return textLength(text) + 1;
    }
    long count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }

  public static String textReplace(String text, String part, String by) {
    if (!part.isEmpty()) {
      return text.replace(part, by);
    }
    StringBuilder result = new StringBuilder(by);
    text.codePoints().forEach(point -> result.appendCodePoint(point).append(by));
    return result.toString();
  }

  public static String textRemovePrefix(String text, String prefix) {
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  public static String textRemoveSuffix(String text, String suffix) {
    return !suffix.isEmpty() && text.endsWith(suffix)
        ? text.substring(0, text.length() - suffix.length())
        : text;
  }

  public static String textAt(String text, long index) {
    long length = textLength(text);
    long at = index < 0 ? index + length : index;
    if (at < 0 || at >= length) {
      throw Undecided.raised();
    }
    return part(text, at, at + 1, length);
  }

  public static String textFrom(String text, long from) {
    long length = textLength(text);
    return part(text, bound(from, length), length, length);
  }

  public static String textTo(String text, long to) {
    long length = textLength(text);
    return part(text, 0, bound(to, length), length);
  }

  public static String textBetween(String text, long from, long to) {
    long length = textLength(text);
    return part(text, bound(from, length), bound(to, length), length);
  }

  /// The bound of a slice, brought within the length.
  static long bound(long index, long length) {
    return index < 0 ? Math.max(0, index + length) : Math.min(index, length);
  }

  private static String part(String text, long from, long to, long length) {
    if (from >= to) {
      return "";
    }
    if (length == text.length()) {
      return text.substring((int) from, (int) to);
    }
    int start = text.offsetByCodePoints(0, (int) from);
    return text.substring(start, text.offsetByCodePoints(start, (int) (to - from)));
  }

  public static String textReversed(String text) {
    // swaps surrogates back
    return new StringBuilder(text).reverse().toString();
  }

  public static List<Object> textCharacters(String text) {
    List<Object> characters = new ArrayList<>(text.length());
    text.codePoints().forEach(point -> characters.add(Character.toString(point)));
    return characters;
  }

  public static List<Object> textSplitOn(String text, String separator) {
    return textSplitSome(text, separator, -1);
  }

  public static List<Object> textSplitSome(String text, String separator, long most) {
    requireSeparator(separator);
    List<Object> parts = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator);
        at >= 0 && (most < 0 || parts.size() < most);
        at = text.indexOf(separator, from)) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
    }
    parts.add(text.substring(from));
    return parts;
  }

  public static List<Object> textSplitSomeRight(String text, String separator, long most) {
    requireSeparator(separator);
    List<Object> parts = new ArrayList<>();
    int to = text.length();
    while (most < 0 || parts.size() < most) {
      int at = to < separator.length() ? -1 : text.lastIndexOf(separator, to - separator.length());
      if (at < 0) {
        break;
      }
      parts.add(text.substring(at + separator.length(), to));
      to = at;
    }
    parts.add(text.substring(0, to));
    return parts.reversed();
  }

  private static void requireSeparator(String separator) {
    if (separator.isEmpty()) {
      throw Undecided.raised();
    }
  }

  /// Undecided for an element that is no text.
  public static String textJoin(String separator, List<?> parts) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      if (!(parts.get(i) instanceof String part)) {
        throw Undecided.raised();
      }
      joined.append(i == 0 ? "" : separator).append(part);
    }
    return joined.toString();
  }

  public static String textZeroFill(String text, long width) {
    int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    return text.substring(0, sign) + "0".repeat(missing(text, width)) + text.substring(sign);
  }

  public static String textFillRight(String text, long width, String fill) {
    return text + fill(fill).repeat(missing(text, width));
  }

  public static String textFillLeft(String text, long width, String fill) {
    return fill(fill).repeat(missing(text, width)) + text;
  }

  private static int missing(String text, long width) {
    if (width > LONGEST) {
      throw Undecided.here();
    }
    return (int) Math.max(0, width - textLength(text));
  }

  private static String fill(String fill) {
    if (textLength(fill) != 1) {
      throw Undecided.here();
    }
    return fill;
  }

  public static long textCode(String text) {
    if (textLength(text) != 1) {
      throw Undecided.raised();
    }
    return text.codePointAt(0);
  }

  public static boolean textIsAscii(String text) {
    return isAscii(text);
  }

  public static String textFormat(String text, String format) {
    return Formats.text(text, format);
  }

  public static long bytesLength(byte[] bytes) {
    return bytes.length;
  }

  /// `strip(characters)` and its two halves.
  public static String textStripOf(String text, String characters) {
    return textStripRightOf(textStripLeftOf(text, characters), characters);
  }

  public static String textStripLeftOf(String text, String characters) {
    int from = 0;
    while (from < text.length() && characters.indexOf(text.codePointAt(from)) >= 0) {
      from += Character.charCount(text.codePointAt(from));
    }
    return text.substring(from);
  }

  public static String textStripRightOf(String text, String characters) {
    int to = text.length();
    while (to > 0 && characters.indexOf(text.codePointBefore(to)) >= 0) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return text.substring(0, to);
  }
}
