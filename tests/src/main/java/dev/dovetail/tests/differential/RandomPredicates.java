package dev.dovetail.tests.differential;

import static dev.dovetail.tests.differential.RandomSpaces.draw;

import dev.dovetail.tests.grammar.RandomValues;
import java.util.List;
import java.util.Random;

/// Predicates from a grammar: mostly what the compiler knows, and enough of the rest that compiled
/// and opaque conjuncts meet.
final class RandomPredicates {
  private static final List<String> NUMBERS = List.of("i", "k", "u", "f", "h", "d", "e", "b");
  private static final List<String> TIMES = List.of("t", "v");
  private static final List<String> ALL = List.copyOf(RandomSpaces.COLUMNS.keySet());
  private static final RandomValues.Leaves LEAVES =
      new RandomValues.Leaves(
          List.of("['i']", "['k']", "['k']", "['u']", "['p']['a']"),
          "['k']",
          List.of("['f']", "['h']", "['h']"),
          List.of("['d']", "['e']"),
          List.of("['s']", "['s']", "['c']", "['p']['city']"),
          List.of("['w']"),
          List.of("['v']", "['t']"),
          List.of("['q']"),
          "['l']",
          "['m']");
  private static final List<String> EQUALITIES = List.of("==", "==", "==", "!=");
  private static final List<String> ORDERINGS = List.of("<", "<=", ">", ">=");
  private static final List<String> NUMBER_LITERALS =
      List.of(
          "0",
          "1",
          "-1",
          "2.5",
          "0.1",
          "True",
          "9007199254740993",
          "18446744073709551616",
          "1e400",
          "-0.0");

  private final Random random;

  RandomPredicates(Random random) {
    this.random = random;
  }

  String lambda() {
    return "lambda x, y: " + condition(3);
  }

  /// A module whose function `match` computes values, with a helper, local names and branches.
  String module() {
    RandomValues values = new RandomValues(random, LEAVES);
    StringBuilder body = new StringBuilder(RandomValues.PRELUDE).append("def match(x, y):\n");
    int kind = random.nextInt(6);
    if (kind == 0) {
      body.append("    a = ").append(values.integer(2)).append('\n');
      body.append("    b = ").append(values.text(2)).append('\n');
      body.append("    if a < ").append(values.integer(1)).append(":\n        return ");
      body.append(draw(random, List.of("False", "True", values.condition(1)))).append('\n');
      body.append("    return b == ").append(values.text(1)).append(" or a == 1\n");
      return body.toString();
    }
    String sought = values.condition(1 + random.nextInt(3));
    body.append("    return ")
        .append(
            switch (kind) {
              case 1 -> sought + " and " + condition(1);
              case 2 -> condition(1) + " and " + sought;
              case 3 -> "(n := " + values.integer(2) + ") == n and (n > 2 or " + sought + ")";
              default -> sought;
            });
    return body.append('\n').toString();
  }

  private String condition(int depth) {
    int kind = depth == 0 ? random.nextInt(7) : random.nextInt(18);
    return switch (kind) {
      case 0, 1 -> comparison(EQUALITIES);
      case 2 -> ordering();
      case 3 ->
          field(draw(random, ALL))
              + draw(random, List.of(" is None", " is not None", " == None", " != None"));
      case 4 -> field("b");
      case 5 -> membership();
      case 6, 16 -> indexed();
      case 7, 8, 9, 17 -> condition(depth - 1) + " and " + condition(depth - 1);
      case 10, 11 -> "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
      case 12 -> "not (" + condition(depth - 1) + ")";
      case 13 -> guarded();
      case 14 -> opaque();
      default ->
          "("
              + condition(depth - 1)
              + " if "
              + condition(depth - 1)
              + " else "
              + condition(depth - 1)
              + ")";
    };
  }

  private String comparison(List<String> operators) {
    return operand() + " " + draw(random, operators) + " " + operand();
  }

  private String operand() {
    return random.nextInt(6) == 0 ? literal() : field(draw(random, ALL));
  }

  private String ordering() {
    List<String> family =
        draw(
            random,
            List.of(NUMBERS, NUMBERS, TIMES, List.of("s"), List.of("w"), List.of("z"), ALL));
    String first = field(draw(random, family));
    String last =
        family.equals(NUMBERS) && random.nextInt(4) == 0
            ? draw(random, NUMBER_LITERALS)
            : field(draw(random, family));
    return random.nextInt(4) == 0
        ? first
            + " "
            + draw(random, ORDERINGS)
            + " "
            + last
            + " "
            + draw(random, ORDERINGS)
            + " "
            + field(draw(random, family))
        : first + " " + draw(random, ORDERINGS) + " " + last;
  }

  private String guarded() {
    String column = draw(random, ALL);
    return "x['"
        + column
        + "'] is not None and y['"
        + column
        + "'] is not None and x['"
        + column
        + "'] "
        + draw(random, ORDERINGS)
        + " y['"
        + column
        + "']";
  }

  private String membership() {
    return field(draw(random, ALL))
        + draw(random, List.of(" in (", " not in ("))
        + operand()
        + ", "
        + operand()
        + ")";
  }

  /// What an index may serve: differences, prefixes and elements in common of one side and the
  /// other.
  private String indexed() {
    boolean mirrored = random.nextBoolean();
    String a = mirrored ? "y" : "x";
    String b = mirrored ? "x" : "y";
    String form =
        draw(
            random,
            List.of(
                "abs(a['k'] - b['k']) %s 1",
                "abs(a['h'] - b['f']) %s 1.5",
                "a['k'] - b['k'] %s 2",
                "-0.5 %s a['h'] - b['h']",
                "(a['w'] - b['w']).days %s 30",
                "abs((a['w'] - b['w']).days) %s 62",
                "abs((a['v'] - b['v']).total_seconds()) %s 60",
                "(a['z'] - b['z']).total_seconds() %s 0",
                "any(e in b['l'] for e in a['l'])",
                "any(e == b['c'] for e in a['l'])",
                "a['k'] in b['m']",
                "not set(a['l']).isdisjoint(b['l'])",
                "len(set(a['l']) & set(b['l'])) >= 1",
                "len(set(a['m']) & set(b['m'])) > 1",
                "bool(set(a['l']) & set(b['l']))",
                "a['c'].startswith(b['c'])",
                "a['s'].lower().startswith(b['c'].lower())"));
    return form.replace("a['", a + "['")
        .replace("b['", b + "['")
        .replace("%s", draw(random, ORDERINGS));
  }

  private String opaque() {
    return draw(
        random,
        List.of(
            "abs(" + field("i") + " - " + field("k") + ") <= 1",
            field("i") + " + " + field("k") + " == " + field("u"),
            field("s") + ".lower() == " + field("s"),
            field("s") + ".startswith(" + field("s") + ")",
            "len(" + field("s") + ") > 1",
            field("f") + " // " + field("k") + " == 0",
            "str(" + field("d") + ") == " + field("s"),
            field("d") + " * 2 > " + field("e"),
            "not " + field("s"),
            field("k") + " and " + field("b"),
            "(" + field("t") + " - " + field("v") + ").days == 0",
            "bool(" + field("k") + ")"));
  }

  private String literal() {
    return random.nextBoolean()
        ? draw(random, NUMBER_LITERALS)
        : draw(random, List.of("None", "''", "'a'", "'é'", "b'\\x00'", "'\\uffff'"));
  }

  private String field(String column) {
    return (random.nextBoolean() ? "x" : "y") + "['" + column + "']";
  }
}
