package dev.dovetail.tests.grammar;

import java.util.List;
import java.util.Random;

/// Writes random expressions of a type, mostly within what is compiled, over rows `x` and `y` that
/// have a column `b` of booleans, in a module that begins with [#PRELUDE].
public final class RandomValues {
  /// The constants and helpers that expressions use.
  public static final String PRELUDE =
      """
      import math
      import re
      from datetime import date, datetime, timedelta
      from decimal import Decimal
      LIMIT = 1
      EDGE = -2.5
      WORD = "b"
      WORD_PATTERN = re.compile("[a-z]+", re.IGNORECASE)
      STOP = {"a", "", "ab"}
      STOCK = [1, 2, 10, None]
      NAMES = {"a": 1, "ab": 3, ",": None}

      def norm(text):
          return text.strip().lower()

      def bucket(value, size=3):
          if value is None:
              return -1
          half = value // size
          if half < 0:
              return 0
          return half

      """;

  private final Random random;
  private final Leaves leaves;
  private int names;

  /// The columns and constants that expressions end in, by type. A column is what comes behind `x`
  /// or `y`, such as `['n']`; one that is more frequent stands there twice.
  ///
  /// @param count a column of small integers without NULL
  public record Leaves(
      List<String> integers,
      String count,
      List<String> reals,
      List<String> decimals,
      List<String> texts,
      List<String> days,
      List<String> moments,
      List<String> spans,
      String textLists,
      String numberLists) {}

  public RandomValues(Random random, Leaves leaves) {
    this.random = random;
    this.leaves = leaves;
  }

  private String pick(List<String> columns, String... constants) {
    int n = random.nextInt(columns.size() + constants.length);
    return n < columns.size() ? row() + columns.get(n) : constants[n - columns.size()];
  }

  private String count() {
    return row() + leaves.count();
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String row() {
    return pick("x", "y");
  }

  public String integer(int depth) {
    if (depth == 0) {
      return pick(leaves.integers(), "0", "1", "-2", "3", "10", "LIMIT");
    }
    String a = integer(depth - 1);
    String b = integer(depth - 1);
    return switch (random.nextInt(23)) {
      case 0, 1, 2 -> "(" + a + pick(" + ", " - ", " * ") + b + ")";
      case 3 -> "(" + a + pick(" // ", " % ") + b + ")";
      case 4 -> pick("abs(", "-(", "+(", "~(", "int(", "round(") + a + ")";
      case 5 -> pick("min", "max") + "(" + a + ", " + b + ")";
      case 6 -> "(" + a + " if " + condition(depth - 1) + " else " + b + ")";
      case 7 -> "len(" + text(depth - 1) + ")";
      case 8 -> "len(" + texts(depth - 1) + ")";
      case 9 ->
          pick("int", "round", "math.floor", "math.ceil", "math.trunc")
              + "("
              + real(depth - 1)
              + ")";
      case 10 ->
          day(depth - 1)
              + pick(".year", ".month", ".day", ".weekday()", ".isoweekday()", ".toordinal()");
      case 11 ->
          moment(depth - 1)
              + pick(".hour", ".minute", ".second", ".microsecond", ".day", ".year", ".weekday()");
      case 12 -> span(depth - 1) + pick(".days", ".seconds", ".microseconds");
      case 13 -> "sum(" + numbers(depth - 1) + ")";
      case 14 -> pick("min", "max") + "(" + numbers(depth - 1) + ")";
      case 15 -> numbers(depth - 1) + "[" + pick("0", "-1", "1", count()) + "]";
      case 16 -> text(depth - 1) + pick(".find(", ".count(", ".rfind(") + text(depth - 1) + ")";
      case 17 -> "int(" + text(depth - 1) + ")";
      case 18 -> "bucket(" + a + pick("", ", 2", ", size=5") + ")";
      case 19 -> "(" + a + " or " + b + ")";
      case 20 -> "sum(1 for " + comprehension(depth, true) + ")";
      case 21 -> "(" + a + pick(" & ", " | ", " ^ ") + pick("1", "2", b) + ")";
      // a number too long for memory fails in each interpreter in its own way
      default -> "(" + a + pick(" << ", " >> ") + pick("1", "2", "min(70, " + b + ")") + ")";
    };
  }

  private String real(int depth) {
    if (depth == 0) {
      return pick(leaves.reals(), "0.5", "2.0", "-1e3", "EDGE");
    }
    String a = real(depth - 1);
    String b = real(depth - 1);
    return switch (random.nextInt(14)) {
      case 0, 1, 2, 3 -> "(" + a + pick(" + ", " - ", " * ", " / ") + b + ")";
      case 4 -> "(" + a + pick(" // ", " % ") + b + ")";
      case 5 -> "(" + a + pick(" + ", " * ", " - ") + integer(depth - 1) + ")";
      case 6 -> pick("abs(", "-(", "+(", "float(", "math.fabs(", "math.sqrt(") + a + ")";
      case 7 -> pick("min", "max") + "(" + a + ", " + b + ")";
      case 8 -> "round(" + a + ", " + pick("0", "1", "2", "-1") + ")";
      case 9 -> "(" + integer(depth - 1) + " / " + integer(depth - 1) + ")";
      case 10 -> span(depth - 1) + ".total_seconds()";
      case 11 -> "(" + a + " ** 2)";
      case 12 -> "float(" + pick(text(depth - 1), integer(depth - 1)) + ")";
      default -> "(" + a + " if " + condition(depth - 1) + " else " + b + ")";
    };
  }

  private String decimal(int depth) {
    if (depth == 0) {
      return pick(leaves.decimals(), "Decimal('2.50')");
    }
    String a = decimal(depth - 1);
    String b = pick(decimal(depth - 1), integer(depth - 1));
    return switch (random.nextInt(4)) {
      case 0, 1 -> "(" + a + pick(" + ", " - ", " * ", " / ", " // ", " % ") + b + ")";
      case 2 -> pick("abs(", "-(") + a + ")";
      default -> "round(" + a + ", " + pick("0", "1", "2") + ")";
    };
  }

  public String text(int depth) {
    if (depth == 0) {
      return pick(leaves.texts(), "'a'", "' b'", "WORD", "'é'");
    }
    String a = text(depth - 1);
    return switch (random.nextInt(20)) {
      case 0, 1 ->
          a
              + pick(
                  ".strip()",
                  ".lower()",
                  ".upper()",
                  ".lstrip()",
                  ".rstrip()",
                  ".title()",
                  ".capitalize()",
                  ".swapcase()",
                  ".casefold()",
                  ".strip('a ')");
      case 2 -> "(" + a + " + " + text(depth - 1) + ")";
      case 3 -> a + "[" + pick("0", "-1", "1:", ":2", ":-1", "-2:", "1:3", "::-1") + "]";
      case 4 -> a + "[" + count() + pick(":", "") + "]";
      case 5 -> a + ".replace(" + text(depth - 1) + ", " + pick("'x'", "''") + ")";
      case 6 ->
          "f'{"
              + flat(pick(leaves.integers(), "LIMIT"))
              + pick("", ":3d", ":03d", ":,", ":>4")
              + "}-{"
              + flat(pick(leaves.texts(), "norm(" + row() + leaves.texts().getFirst() + ")"))
              + pick("", ":>3", ":<4", ":^5")
              + "}'";
      case 7 ->
          "str("
              + pick(integer(depth - 1), real(depth - 1), a, day(0), "x['b']", decimal(depth - 1))
              + ")";
      case 8 -> "norm(" + a + ")";
      case 9 -> "(" + a + " if " + condition(depth - 1) + " else " + text(depth - 1) + ")";
      case 10 -> "(" + a + " or " + text(depth - 1) + ")";
      case 11 -> pick("','", "''", a) + ".join(" + texts(depth - 1) + ")";
      case 12 ->
          a
              + pick(
                  ".zfill(4)",
                  ".rjust(3)",
                  ".ljust(3, '.')",
                  ".removeprefix('a')",
                  ".removesuffix('b')");
      // a text too long for memory fails in each interpreter in its own way
      case 13 -> "(" + a + " * " + pick("2", "0", "(" + integer(0) + " % 5)") + ")";
      case 14 -> a + ".split(" + pick("", "','", "' '", "'a', 1") + ")[" + pick("0", "-1") + "]";
      case 15 ->
          "re.sub("
              + pick("r'[^a-z]'", "r'\\s+'", "'a|b'")
              + ", "
              + pick("''", "'-'")
              + ", "
              + a
              + ")";
      case 16 -> a + ".partition(" + pick("','", "'a'", "' '") + ")[" + pick("0", "1", "2") + "]";
      case 17 ->
          pick(day(0), moment(0)) + pick(".isoformat()", ".strftime('%Y-%m')", ".strftime('%d%%')");
      case 18 -> "'{}-{}'.format(" + a + ", " + integer(0) + ")";
      default ->
          "f'{"
              + flat(
                  pick(leaves.reals(), "EDGE", pick(leaves.reals()) + " / " + pick(leaves.reals())))
              + pick(":.2f", ":.0f", ":8.1f", ":,.2f", "")
              + "}'";
    };
  }

  /// Without the quotes that an f-string of this version of Python cannot hold.
  private static String flat(String text) {
    return text.replace('\'', '"');
  }

  private String day(int depth) {
    if (depth == 0) {
      return pick(leaves.days(), "date(2024, 2, 29)");
    }
    return switch (random.nextInt(4)) {
      case 0 -> "(" + day(depth - 1) + pick(" + ", " - ") + span(depth - 1) + ")";
      case 1 -> moment(depth - 1) + ".date()";
      case 2 -> "date(2024, " + count() + ", 1)";
      default -> day(depth - 1);
    };
  }

  private String moment(int depth) {
    if (depth == 0) {
      return pick(leaves.moments(), "datetime(2024, 5, 1, 12, 30)");
    }
    return random.nextBoolean()
        ? "(" + moment(depth - 1) + pick(" + ", " - ") + span(depth - 1) + ")"
        : moment(depth - 1);
  }

  private String span(int depth) {
    if (depth == 0) {
      return pick(
          leaves.spans(),
          "timedelta(days=1)",
          "timedelta(hours=36, minutes=5)",
          "timedelta(days=" + count() + ")");
    }
    return switch (random.nextInt(6)) {
      case 0 -> "(" + moment(depth - 1) + " - " + moment(depth - 1) + ")";
      case 1 -> "(" + day(depth - 1) + " - " + day(depth - 1) + ")";
      case 2 -> "(" + span(depth - 1) + pick(" + ", " - ") + span(depth - 1) + ")";
      case 3 -> "(" + span(depth - 1) + pick(" * ", " // ") + integer(0) + ")";
      case 4 -> pick("abs(", "-(") + span(depth - 1) + ")";
      default -> span(depth - 1);
    };
  }

  private String texts(int depth) {
    if (depth == 0) {
      return row() + leaves.textLists();
    }
    return switch (random.nextInt(7)) {
      case 0 -> text(depth - 1) + ".split(" + pick("", "','", "' '") + ")";
      case 1 -> "sorted(" + texts(depth - 1) + ")";
      case 2 -> {
        String e = name();
        yield "["
            + e
            + pick("", ".lower()", ".strip()", " + 'x'")
            + " for "
            + e
            + " in "
            + texts(depth - 1)
            + pick("", " if " + e, " if " + e + " != 'a'", " if " + e + " in " + texts(0))
            + "]";
      }
      case 3 -> texts(depth - 1) + pick("[1:]", "[:1]", "[::-1]", "[-1:]");
      case 4 -> "[" + text(depth - 1) + ", " + text(depth - 1) + "]";
      default -> texts(depth - 1);
    };
  }

  private String numbers(int depth) {
    if (depth == 0) {
      return row() + leaves.numberLists();
    }
    return switch (random.nextInt(5)) {
      case 0 -> "sorted(" + numbers(depth - 1) + pick("", ", reverse=True") + ")";
      case 1 -> {
        String e = name();
        yield "["
            + e
            + pick(" * 2", " + " + integer(0), "")
            + " for "
            + e
            + " in "
            + numbers(depth - 1)
            + pick("", " if " + e, " if " + e + " > 1")
            + "]";
      }
      case 2 -> "[" + integer(depth - 1) + ", " + integer(depth - 1) + "]";
      case 3 -> numbers(depth - 1) + pick("[1:]", "[:1]");
      default -> numbers(depth - 1);
    };
  }

  private String set(int depth) {
    String base =
        pick(
            "set(" + texts(depth == 0 ? 0 : depth - 1) + ")",
            "{'a', 'b'}",
            "{" + pick("e", "e.lower()") + " for e in " + texts(0) + "}");
    return depth == 0 || random.nextBoolean()
        ? base
        : "(" + set(depth - 1) + pick(" & ", " | ", " - ", " ^ ") + base + ")";
  }

  private String name() {
    return "e" + names++;
  }

  private String comprehension(int depth, boolean filtered) {
    String e = name();
    boolean text = random.nextBoolean();
    String test =
        text
            ? pick(e + " == " + text(depth - 1), e + ".startswith('a')", e + " in " + texts(0), e)
            : pick(e + " > " + integer(depth - 1), e + " == " + count(), e + " % 2 == 0");
    String loop = e + " in " + (text ? texts(depth - 1) : numbers(depth - 1));
    return filtered ? loop + " if " + test : test + " for " + loop;
  }

  public String condition(int depth) {
    int level = Math.max(0, depth - 1);
    String op = pick("==", "==", "!=", "<", "<=", ">", ">=");
    return switch (random.nextInt(22)) {
      case 0, 1, 2 -> integer(level) + " " + op + " " + integer(level);
      case 3, 4 -> real(level) + " " + op + " " + pick(real(level), integer(level));
      case 5, 6 -> text(level) + " " + op + " " + text(level);
      case 7 -> day(level) + " " + op + " " + day(level);
      case 8 -> moment(level) + " " + op + " " + moment(level);
      case 9 -> span(level) + " " + op + " " + span(level);
      case 10 -> text(level) + pick(" in ", " not in ") + pick(text(level), texts(level));
      case 11 ->
          integer(level)
              + " in "
              + pick(
                  numbers(level),
                  "(1, 2, " + integer(level) + ")",
                  "range(5)",
                  "STOCK",
                  "range(" + count() + ", 10)");
      case 12 -> pick("any(", "all(", "not any(") + comprehension(Math.max(1, depth), false) + ")";
      case 13 ->
          text(level) + pick(".startswith(", ".endswith(") + pick(text(level), "('a', 'b')") + ")";
      case 14 ->
          text(level)
              + pick(
                  ".isdigit()",
                  ".isalpha()",
                  ".isalnum()",
                  ".isspace()",
                  ".isupper()",
                  ".islower()",
                  ".istitle()",
                  ".isascii()");
      case 15 -> set(level) + pick(" == ", " <= ", " & ", " < ", " != ") + set(level);
      case 16 ->
          pick("re.match", "re.fullmatch", "re.search")
              + "("
              + pick("r'[ab]+'", "r'\\s*\\w+$'", "r'^a|b'", "r'(a|,)?b'", "r'-?\\d+'")
              + ", "
              + text(level)
              + ")"
              + pick(" is not None", " is None");
      case 17 ->
          decimal(level) + " " + op + " " + pick(decimal(level), integer(level), real(level));
      case 18 ->
          pick(texts(level), numbers(level))
              + pick(" == ", " != ")
              + pick(texts(level), numbers(level));
      case 19 ->
          switch (random.nextInt(5)) {
            case 0 -> text(level) + pick(" in STOP", " not in STOP", " in NAMES");
            case 1 ->
                "("
                    + integer(level)
                    + ", "
                    + text(level)
                    + ") "
                    + op
                    + " ("
                    + integer(level)
                    + ", "
                    + text(level)
                    + ")";
            case 2 ->
                pick("max(0, ", "min(2.5, 1, ", "max(-3, ")
                    + real(level)
                    + ") "
                    + op
                    + " "
                    + pick(real(level), integer(level));
            case 3 -> "NAMES[" + text(level) + "] " + op + " " + integer(level);
            default -> "NAMES.get(" + text(level) + pick("", ", 0") + ") == " + integer(level);
          };
      case 20 ->
          "WORD_PATTERN."
              + pick("match", "search", "fullmatch")
              + "("
              + text(level)
              + ")"
              + pick(" is not None", " is None");
      default -> pick("math.isnan", "math.isinf", "bool") + "(" + real(level) + ")";
    };
  }
}
