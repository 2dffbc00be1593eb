package dev.dovetail.polyglot.compile;

import dev.dovetail.tests.grammar.RandomValues;
import java.util.List;
import java.util.Random;

/// Writes random predicates, most of them within what is compiled, some outside.
final class RandomPredicates {
  private static final List<String> FIELDS =
      List.of(
          "n", "n", "m", "f", "f", "g", "b", "b", "c", "s", "s", "d", "d", "raw", "day", "at",
          "span", "tags", "none", "oops");
  private static final List<String> CONSTANTS =
      List.of(
          "0",
          "1",
          "-1",
          "1.0",
          "-0.0",
          "9007199254740993",
          "2.5",
          "True",
          "False",
          "None",
          "''",
          "'a'",
          "'\u00e9'",
          "'1'",
          "b''",
          "b'a'",
          "LIMIT",
          "EDGE",
          "p",
          "q",
          "r",
          "1e400");
  private static final RandomValues.Leaves LEAVES =
      new RandomValues.Leaves(
          List.of("['n']", "['m']", "['m']"),
          "['m']",
          List.of("['f']", "['g']", "['g']"),
          List.of("['d']"),
          List.of("['s']", "['s']", "['t']"),
          List.of("['day']"),
          List.of("['at']"),
          List.of("['span']"),
          "['tags']",
          "['nums']");
  private static final List<String> OPERATORS =
      List.of("==", "==", "==", "!=", "<", "<=", ">", ">=", "is", "is not");

  private final Random random;
  private final RandomValues values;

  RandomPredicates(Random random) {
    this.random = random;
    this.values = new RandomValues(random, LEAVES);
  }

  String next() {
    return condition(3);
  }

  private String condition(int depth) {
    if (random.nextInt(3) == 0) {
      return values.condition(1 + random.nextInt(3));
    }
    int kind = random.nextInt(depth == 0 ? 8 : 17);
    return switch (kind) {
      case 0, 1, 2 -> comparison();
      case 3 ->
          operand() + pick(" is None", " is not None", " == None", " is True", " is not False");
      case 4 -> operand() + pick(" in ", " not in ") + container();
      case 5 -> displays();
      case 6, 7 -> random.nextInt(4) == 0 ? operand() : field();
      case 8, 9 -> joined(" and ", depth);
      case 10, 11, 12 -> joined(" or ", depth);
      case 13 -> "not " + nested(depth);
      case 14 -> nested(depth) + " if " + nested(depth) + " else " + nested(depth);
      case 15 -> nested(depth) + pick(" == ", " != ", " is ", " is not ") + nested(depth);
      default -> random.nextInt(5) == 0 ? outside() : comparison();
    };
  }

  /// What binds names, and what is never compiled.
  private String outside() {
    return pick(
        "(z := x['n']) == 1 or z == 2",
        "(z := " + values.integer(2) + ") == z and z > 0",
        "(z := " + values.text(2) + ") != 'q' and z == " + values.text(0),
        "x == y",
        "hash(x['n']) == 1",
        "(lambda a: a)(x['n']) == 1");
  }

  private String nested(int depth) {
    return "(" + condition(depth - 1) + ")";
  }

  private String joined(String operator, int depth) {
    StringBuilder text = new StringBuilder(part(depth));
    for (int i = random.nextInt(2); i >= 0; i--) {
      text.append(operator).append(part(depth));
    }
    return text.toString();
  }

  /// Values among the conditions, since `and` and `or` may return them.
  private String part(int depth) {
    return random.nextInt(4) == 0 ? field() : nested(depth);
  }

  private String comparison() {
    StringBuilder text = new StringBuilder(operand());
    do {
      text.append(' ').append(pick(OPERATORS)).append(' ').append(operand());
    } while (random.nextInt(5) == 0);
    return text.toString();
  }

  private String container() {
    if (random.nextInt(8) == 0) {
      return "CODES";
    }
    int size = random.nextInt(4);
    StringBuilder elements = new StringBuilder();
    for (int i = 0; i < size; i++) {
      elements.append(operand()).append(", ");
    }
    return switch (random.nextInt(size == 0 ? 2 : 3)) {
      case 0 -> "(" + elements + ")";
      case 1 -> "[" + elements + "]";
      default -> "{" + elements + "}";
    };
  }

  private String displays() {
    int size = 1 + random.nextInt(3);
    boolean tuple = random.nextBoolean();
    String open = tuple ? "(" : "[";
    String close = tuple ? ",)" : "]";
    return open
        + operands(size)
        + close
        + pick(" == ", " != ")
        + open
        + operands(random.nextInt(6) == 0 ? size + 1 : size)
        + close;
  }

  private String operands(int size) {
    StringBuilder text = new StringBuilder(operand());
    for (int i = 1; i < size; i++) {
      text.append(", ").append(operand());
    }
    return text.toString();
  }

  private String operand() {
    return random.nextInt(3) == 0 ? pick(CONSTANTS) : field();
  }

  private String field() {
    String name = pick(FIELDS);
    String row = pick("x", "y");
    return random.nextInt(12) == 0
        ? row + ".get('" + name + "'" + pick("", ", 1", ", None") + ")"
        : row + "['" + name + "']";
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
