package dev.dovetail.engine.decide.runtime;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Regular expressions that both languages read alike, on ASCII texts: which patterns those are the
/// front-end decides. On them the first match is found in the same way, so whether there is one is
/// the same.
@SuppressWarnings("UnusedVariable") // the written pattern is for the language itself
public final class Patterns {
  private static final ConcurrentHashMap<String, Pattern> COMPILED = new ConcurrentHashMap<>();
  private static final int MOST = 1_000;

  private Patterns() {}

  private static Pattern compiled(String pattern) {
    if (COMPILED.size() > MOST) {
      COMPILED.clear();
    }
    return COMPILED.computeIfAbsent(pattern, text -> Pattern.compile(text, Pattern.UNIX_LINES));
  }

  /// Java's matcher recurses over long texts.
  private static boolean found(BooleanSupplier match) {
    try {
      return match.getAsBoolean();
    } catch (StackOverflowError _) {
      throw Undecided.here();
    }
  }

  private static void requireAscii(String text) {
    if (!Texts.isAscii(text)) {
      throw Undecided.here();
    }
  }

  public static boolean patternFullMatch(String text, String pattern, String written) {
    requireAscii(text);
    return found(() -> compiled(pattern).matcher(text).matches());
  }

  public static boolean patternMatch(String text, String pattern, String written) {
    requireAscii(text);
    return found(() -> compiled(pattern).matcher(text).lookingAt());
  }

  public static boolean patternSearch(String text, String pattern, String written) {
    requireAscii(text);
    return found(() -> compiled(pattern).matcher(text).find());
  }

  /// Replaces every match; undecided where one is empty.
  public static String patternReplace(
      String text, String pattern, String written, String replacement) {
    requireAscii(text);
    Matcher matcher = compiled(pattern).matcher(text);
    StringBuilder replaced = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      if (matcher.end() == matcher.start()) {
        throw Undecided.here();
      }
      replaced.append(text, from, matcher.start()).append(replacement);
      from = matcher.end();
    }
    return replaced.append(text, from, text.length()).toString();
  }
}
