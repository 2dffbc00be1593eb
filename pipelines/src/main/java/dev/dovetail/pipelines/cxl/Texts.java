package dev.dovetail.pipelines.cxl;

import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.INT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.STRING;

import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Functions of texts. Positions and lengths count code points, from 0.
final class Texts {
  private static final int LONGEST = 10_000_000;
  private static final int MOST_PATTERNS = 256;

  private static final CxlType TEXTS = new CxlType.Array(Simple.STRING);
  private static final String TOO_LONG = "the text is longer than 10 million characters";
  private static final String BAD_PATTERN = "the pattern is no regular expression";

  /// The patterns that were used last; a text names few.
  private static final ThreadLocal<PatternCache> PATTERNS =
      ThreadLocal.withInitial(PatternCache::new);

  private Texts() {}

  static List<CxlFunction> functions() {
    FunctionSet set = new FunctionSet();
    set.function("upper", STRING)
        .says("In capital letters.", "'Oak'.upper() -> 'OAK'")
        .as(Simple.STRING, a -> ((String) a[0]).toUpperCase(Locale.ROOT));
    set.function("lower", STRING)
        .says("In small letters.", "'Oak'.lower() -> 'oak'")
        .as(Simple.STRING, a -> ((String) a[0]).toLowerCase(Locale.ROOT));
    set.function("trim", STRING)
        .says("Without white space at both ends.", "'  a '.trim() -> 'a'")
        .as(Simple.STRING, a -> ((String) a[0]).strip());
    set.function("trim_start", STRING)
        .says("Without white space at its beginning.", "'  a '.trim_start() -> 'a '")
        .as(Simple.STRING, a -> ((String) a[0]).stripLeading());
    set.function("trim_end", STRING)
        .says("Without white space at its end.", "'  a '.trim_end() -> '  a'")
        .as(Simple.STRING, a -> ((String) a[0]).stripTrailing());
    set.function("starts_with", STRING, STRING)
        .says("Whether it begins with a text.", "'abc'.starts_with('ab') -> true")
        .as(Simple.BOOL, a -> ((String) a[0]).startsWith((String) a[1]));
    set.function("ends_with", STRING, STRING)
        .says("Whether it ends with a text.", "'abc'.ends_with('bc') -> true")
        .as(Simple.BOOL, a -> ((String) a[0]).endsWith((String) a[1]));
    set.function("contains", STRING, STRING)
        .says("Whether a text is in it.", "'abc'.contains('b') -> true")
        .as(Simple.BOOL, a -> ((String) a[0]).contains((String) a[1]));
    set.function("replace", STRING, STRING, STRING)
        .says(
            "With each occurrence of a text replaced by another.",
            "'a-b'.replace('-', '+') -> 'a+b'")
        .fails(TOO_LONG)
        .as(Simple.STRING, a -> replace((String) a[0], (String) a[1], (String) a[2]));
    set.function("length", STRING)
        .says("How many code points it has.", "'añ'.length() -> 2")
        .as(Simple.INT, a -> (long) count((String) a[0]));
    set.function("substring", STRING, INT)
        .says("From a position on.", "'abcd'.substring(1) -> 'bcd'")
        .fails("the position is negative")
        .as(Simple.STRING, a -> part((String) a[0], natural(a[1], "position"), Long.MAX_VALUE));
    set.function("substring", STRING, INT, INT)
        .says("From a position on, at most so many characters.", "'abcd'.substring(1, 2) -> 'bc'")
        .fails("the position or the count is negative")
        .as(
            Simple.STRING,
            a -> part((String) a[0], natural(a[1], "position"), natural(a[2], "count")));
    set.function("left", STRING, INT)
        .says("Its first characters, at most so many.", "'abcd'.left(2) -> 'ab'")
        .fails("the count is negative")
        .as(Simple.STRING, a -> part((String) a[0], 0, natural(a[1], "count")));
    set.function("right", STRING, INT)
        .says("Its last characters, at most so many.", "'abcd'.right(2) -> 'cd'")
        .fails("the count is negative")
        .as(
            Simple.STRING,
            a -> {
              String text = (String) a[0];
              return part(text, Math.max(0, count(text) - natural(a[1], "count")), Long.MAX_VALUE);
            });
    set.function("pad_left", STRING, INT, STRING)
        .says("Filled up at its beginning to a length.", "'7'.pad_left(3, '0') -> '007'")
        .fails(TOO_LONG, "there is nothing to fill with")
        .as(Simple.STRING, a -> padding(a) + a[0]);
    set.function("pad_right", STRING, INT, STRING)
        .says("Filled up at its end to a length.", "'7'.pad_right(3, '.') -> '7..'")
        .fails(TOO_LONG, "there is nothing to fill with")
        .as(Simple.STRING, a -> a[0] + padding(a));
    set.function("repeat", STRING, INT)
        .says("So many times, one behind the other.", "'ab'.repeat(2) -> 'abab'")
        .fails(TOO_LONG, "the count is negative")
        .as(Simple.STRING, a -> repeat((String) a[0], natural(a[1], "count")));
    set.function("reverse", STRING)
        .says("Its code points in reverse order.", "'abc'.reverse() -> 'cba'")
        .as(Simple.STRING, a -> new StringBuilder((String) a[0]).reverse().toString());
    set.function("split", STRING, STRING)
        .says("Its parts between the occurrences of a text.", "'a,b'.split(',') -> ['a', 'b']")
        .fails("the text to split at is empty")
        .as(TEXTS, a -> split((String) a[0], (String) a[1]));
    set.function("matches", STRING, STRING)
        .says(
            "Whether a regular expression matches the whole of it.",
            "'a7'.matches('[a-z][0-9]') -> true")
        .fails(BAD_PATTERN)
        .as(Simple.BOOL, a -> searched(matcher(a), Matcher::matches));
    set.function("find", STRING, STRING)
        .says(
            "The first part that a regular expression matches; null if there is none.",
            "'ab7'.find('[0-9]') -> '7'")
        .fails(BAD_PATTERN)
        .as(
            Simple.STRING,
            a -> {
              Matcher found = matcher(a);
              return searched(found, Matcher::find) ? found.group() : null;
            });
    set.function("capture", STRING, STRING, INT)
        .says(
            "A group of the first part that a regular expression matches; null if there is none.",
            "'k=v'.capture('(.)=(.)', 2) -> 'v'")
        .fails(BAD_PATTERN, "the expression has no such group")
        .as(Simple.STRING, a -> capture(matcher(a), natural(a[2], "group")));
    set.function("join", CxlFunction.Parameter.ARRAY, STRING)
        .says(
            "Its texts, one behind the other, with a text between them; nulls are left out.",
            "['a', 'b'].join('-') -> 'a-b'")
        .fails(TOO_LONG)
        .as(
            types ->
                types.getFirst().equals(TEXTS)
                    ? java.util.Optional.of(Simple.STRING)
                    : java.util.Optional.empty(),
            a -> join((List<?>) a[0], (String) a[1]));
    return set.functions();
  }

  static String bounded(String text) throws CxlFailure {
    if (text.length() > LONGEST) {
      throw tooLong();
    }
    return text;
  }

  private static CxlFailure tooLong() {
    return new CxlFailure(Kind.TOO_LARGE, TOO_LONG);
  }

  static int count(String text) {
    return text.codePointCount(0, text.length());
  }

  static long natural(Object value, String what) throws CxlFailure {
    long number = Arithmetic.fitting(Arithmetic.integer(value), what);
    if (number < 0) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, "the " + what + " " + number + " is negative");
    }
    return number;
  }

  private static String part(String text, long from, long count) {
    int length = count(text);
    if (from >= length) {
      return "";
    }
    long to = count > length - from ? length : from + count;
    return text.substring(
        text.offsetByCodePoints(0, (int) from), text.offsetByCodePoints(0, (int) to));
  }

  private static String replace(String text, String old, String with) throws CxlFailure {
    if (old.isEmpty()) {
      return text;
    }
    long occurrences = 0;
    for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length())) {
      occurrences++;
    }
    if (text.length() + occurrences * (with.length() - old.length()) > LONGEST) {
      throw tooLong();
    }
    return text.replace(old, with);
  }

  private static String repeat(String text, long times) throws CxlFailure {
    if (text.isEmpty()) {
      return "";
    }
    if (times > LONGEST / text.length()) {
      throw tooLong();
    }
    return text.repeat((int) times);
  }

  private static String padding(Object[] a) throws CxlFailure {
    long missing = natural(a[1], "length") - count((String) a[0]);
    if (missing <= 0) {
      return "";
    }
    String with = (String) a[2];
    if (with.isEmpty()) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, "there is nothing to fill with");
    }
    return part(repeat(with, missing / count(with) + 1), 0, missing);
  }

  private static List<String> split(String text, String at) throws CxlFailure {
    if (at.isEmpty()) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, "the text to split at is empty");
    }
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int found = text.indexOf(at); found >= 0; found = text.indexOf(at, from)) {
      parts.add(text.substring(from, found));
      from = found + at.length();
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static String join(List<?> parts, String between) throws CxlFailure {
    StringBuilder text = new StringBuilder();
    boolean first = true;
    for (Object part : parts) {
      if (part == null) {
        continue;
      }
      text.append(first ? "" : between).append(part);
      first = false;
      if (text.length() > LONGEST) {
        throw tooLong();
      }
    }
    return text.toString();
  }

  private static @org.jspecify.annotations.Nullable String capture(Matcher found, long group)
      throws CxlFailure {
    if (group > found.groupCount()) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, "the expression has no group " + group);
    }
    return searched(found, Matcher::find) ? found.group((int) group) : null;
  }

  private interface Search {
    boolean in(Matcher matcher);
  }

  private static boolean searched(Matcher matcher, Search search) throws CxlFailure {
    try {
      return search.in(matcher);
    } catch (StackOverflowError e) { // alternatives under a repetition recur for each character
      throw new CxlFailure(
          Kind.TOO_LARGE, "the text is too long for the pattern '" + matcher.pattern() + "'");
    }
  }

  private static Matcher matcher(Object[] a) throws CxlFailure {
    return PATTERNS.get().of((String) a[1]).matcher((String) a[0]);
  }

  private static final class PatternCache extends java.util.LinkedHashMap<String, Pattern> {
    private static final long serialVersionUID = 1L;

    PatternCache() {
      super(16, 0.75f, true);
    }

    Pattern of(String text) throws CxlFailure {
      Pattern pattern = get(text);
      if (pattern == null) {
        try {
          pattern = Pattern.compile(text);
        } catch (StackOverflowError e) {
          throw new CxlFailure(Kind.PATTERN, "the pattern is nested too deeply");
        } catch (PatternSyntaxException e) {
          throw new CxlFailure(
              Kind.PATTERN, "'" + text + "' is no regular expression: " + e.getDescription());
        }
        put(text, pattern);
      }
      return pattern;
    }

    @Override
    protected boolean removeEldestEntry(java.util.Map.Entry<String, Pattern> eldest) {
      return size() > MOST_PATTERNS;
    }
  }
}
