package dev.dovetail.engine.decide.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// The case of ASCII letters; texts with other characters are undecided. No text that is computed
/// with has a lone surrogate: columns hold none, and a constant with one is not compiled.
///
/// Written for speed: eight letters at a time, whose high bits say which of them are between two
/// (Knuth, The Art of Computer Programming, volume 4A, section 7.1.3), where Java's own methods ask
/// a table about each.
final class Ascii {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  /// What letters of either case differ by: the high bit, moved by two.
  private static final int CASE = 'a' ^ 'A';

  private Ascii() {}

  static String lower(String text) {
    return withoutCase(text, 'A', 'Z');
  }

  static String upper(String text) {
    return withoutCase(text, 'a', 'z');
  }

  /// The text with the letters from `first` to `last` in the other case.
  private static String withoutCase(String text, char first, char last) {
    byte[] letters = text.getBytes(StandardCharsets.UTF_8);
    long seen = 0;
    int i = 0;
    for (; i <= letters.length - 8; i += 8) {
      long eight = (long) EIGHT.get(letters, i);
      seen |= eight;
      long between = (eight + (0x80 - first) * ONES) & ~(eight + (0x7F - last) * ONES) & HIGH;
      EIGHT.set(letters, i, eight ^ (between >>> 2));
    }
    for (; i < letters.length; i++) {
      seen |= letters[i];
      letters[i] ^= (byte) (letters[i] >= first && letters[i] <= last ? CASE : 0);
    }
    if ((seen & HIGH) != 0) {
      throw Undecided.here();
    }
    return new String(letters, StandardCharsets.ISO_8859_1);
  }
}
