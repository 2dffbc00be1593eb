package dev.dovetail.engine.decide.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// Functions of text whose meaning beyond ASCII hangs on the version of Unicode, where they are
/// undecided; so is what `int` and `float` may read beyond plain numerals.
public final class Unicode {
  private static final int LONGEST_NUMERAL = 40;

  private Unicode() {}

  private static void requireAscii(String text) {
    if (!Texts.isAscii(text)) {
      throw Undecided.here();
    }
  }

  public static String textLower(String text) {
    return Ascii.lower(text);
  }

  public static String textUpper(String text) {
    return Ascii.upper(text);
  }

  public static String textCasefold(String text) {
    return textLower(text);
  }

  public static String textSwapcase(String text) {
    requireAscii(text);
    StringBuilder swapped = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isLetter(text.charAt(i))) {
        swapped.setCharAt(i, (char) (text.charAt(i) ^ 0x20));
      }
    }
    return swapped.toString();
  }

  public static String textCapitalize(String text) {
    requireAscii(text);
    return text.isEmpty()
        ? text
        : Ascii.upper(text.substring(0, 1)) + Ascii.lower(text.substring(1));
  }

  public static String textTitle(String text) {
    requireAscii(text);
    StringBuilder title = new StringBuilder(Ascii.lower(text));
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      boolean letter = isLetter(text.charAt(i));
      if (letter && !inWord) {
        title.setCharAt(i, (char) (title.charAt(i) & ~0x20));
      }
      inWord = letter;
    }
    return title.toString();
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isUpper(int c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isLower(int c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /// Whitespace among the characters of ASCII.
  private static boolean isSpace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
  }

  /// Whether a character at the edge of a text is stripped. From U+00A1 to U+167F no version of
  /// Unicode has a space; further on it decides.
  private static boolean isStripped(char c) {
    if (c < 0x80) {
      return isSpace(c);
    }
    if (c < 0xA1 || c >= 0x1680) {
      throw Undecided.here();
    }
    return false;
  }

  public static String textStrip(String text) {
    int from = strippedLeft(text);
    return text.substring(from, strippedRight(text, from));
  }

  public static String textStripLeft(String text) {
    return text.substring(strippedLeft(text));
  }

  public static String textStripRight(String text) {
    return text.substring(0, strippedRight(text, 0));
  }

  private static int strippedLeft(String text) {
    int from = 0;
    while (from < text.length() && isStripped(text.charAt(from))) {
      from++;
    }
    return from;
  }

  private static int strippedRight(String text, int least) {
    int to = text.length();
    while (to > least && isStripped(text.charAt(to - 1))) {
      to--;
    }
    return to;
  }

  public static List<Object> textSplit(String text) {
    List<Object> words = new ArrayList<>();
    int from = -1;
    for (int i = 0; i < text.length(); i++) {
      boolean space = isStripped(text.charAt(i));
      if (space && from >= 0) {
        words.add(text.substring(from, i));
        from = -1;
      } else if (!space && from < 0) {
        from = i;
      }
    }
    if (from >= 0) {
      words.add(text.substring(from));
    }
    return words;
  }

  public static boolean textIsDigit(String text) {
    return all(text, Unicode::isDigit);
  }

  public static boolean textIsAlpha(String text) {
    return all(text, Unicode::isLetter);
  }

  public static boolean textIsAlphanumeric(String text) {
    return all(text, c -> isLetter(c) || isDigit(c));
  }

  public static boolean textIsSpace(String text) {
    return all(text, Unicode::isSpace);
  }

  private static boolean all(String text, IntPredicate kind) {
    requireAscii(text);
    return !text.isEmpty() && text.chars().allMatch(kind);
  }

  public static boolean textIsUpper(String text) {
    requireAscii(text);
    return text.chars().anyMatch(Unicode::isUpper) && text.chars().noneMatch(Unicode::isLower);
  }

  public static boolean textIsLower(String text) {
    requireAscii(text);
    return text.chars().anyMatch(Unicode::isLower) && text.chars().noneMatch(Unicode::isUpper);
  }

  public static boolean textIsTitle(String text) {
    requireAscii(text);
    return text.chars().anyMatch(Unicode::isLetter) && textTitle(text).equals(text);
  }

  /// Spaces around, a sign, digits; underscores are left to the language itself.
  public static long textToInt(String text) {
    requireAscii(text);
    String numeral = textStrip(text);
    int from = numeral.startsWith("-") || numeral.startsWith("+") ? 1 : 0;
    if (numeral.length() == from || numeral.length() > LONGEST_NUMERAL) {
      throw Undecided.here();
    }
    for (int i = from; i < numeral.length(); i++) {
      if (!isDigit(numeral.charAt(i))) {
        throw Undecided.here();
      }
    }
    try {
      return Long.parseLong(numeral);
    } catch (NumberFormatException _) {
      throw Undecided.here();
    }
  }

  /// Digits with a point and an exponent.
  public static double textToFloat(String text) {
    requireAscii(text);
    String numeral = textStrip(text);
    boolean digits = false;
    for (int i = 0; i < numeral.length(); i++) {
      char c = numeral.charAt(i);
      digits |= isDigit(c);
      if (!isDigit(c) && ".eE+-".indexOf(c) < 0) {
        throw Undecided.here();
      }
    }
    if (!digits || numeral.length() > LONGEST_NUMERAL) {
      throw Undecided.here();
    }
    try {
      return Double.parseDouble(numeral);
    } catch (NumberFormatException _) {
      throw Undecided.here();
    }
  }
}
