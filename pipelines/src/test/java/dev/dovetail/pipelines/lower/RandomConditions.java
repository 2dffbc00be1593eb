package dev.dovetail.pipelines.lower;

import java.util.List;
import java.util.Random;

/// Random texts of a type, over the fields `i` and `n` (int), `f` (float), `s` (string), `b`
/// (bool), `d` (date), `m` (decimal) of `l` and `r`.
public final class RandomConditions {
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");

  private final Random random;

  public RandomConditions(Random random) {
    this.random = random;
  }

  public String bool(int depth) {
    if (depth == 0) {
      return any("true", "false", field("b"), field("b"), compare(0));
    }
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> compare(depth - 1);
      case 3 -> "(" + bool(depth - 1) + " and " + bool(depth - 1) + ")";
      case 4 -> "(" + bool(depth - 1) + " or " + bool(depth - 1) + ")";
      case 5 -> "(not (" + bool(depth - 1) + "))";
      case 6 ->
          "("
              + any(integer(depth - 1), floating(depth - 1), text(depth - 1), field("b"))
              + ").is_null()";
      case 7 -> "(" + field("b") + " ?? " + bool(depth - 1) + ")";
      default ->
          "(if " + bool(depth - 1) + " then " + bool(depth - 1) + " else " + bool(depth - 1) + ")";
    };
  }

  private String compare(int depth) {
    String operator = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return switch (random.nextInt(7)) {
      case 0 -> "(" + integer(depth) + " " + operator + " " + integer(depth) + ")";
      case 1 -> "(" + integer(depth) + " " + operator + " " + floating(depth) + ")";
      case 2 -> "(" + floating(depth) + " " + operator + " " + floating(depth) + ")";
      case 3 -> "(" + text(depth) + " " + operator + " " + text(depth) + ")";
      case 4 -> "(" + field("d") + " " + operator + " " + any(field("d"), "#2024-02-29#") + ")";
      case 5 -> "(" + field("m") + " " + operator + " " + any(field("m"), integer(depth)) + ")";
      default -> "(" + field("b") + " " + any("==", "!=") + " " + field("b") + ")";
    };
  }

  private String integer(int depth) {
    if (depth == 0) {
      return any(
          field("i"),
          field("n"),
          field("i"),
          "0",
          "1",
          "-3",
          "9223372036854775807",
          "9007199254740993");
    }
    String a = integer(depth - 1);
    String b = integer(depth - 1);
    return switch (random.nextInt(8)) {
      case 0 -> "(" + a + " + " + b + ")";
      case 1 -> "(" + a + " - " + b + ")";
      case 2 -> "(" + a + " * " + b + ")";
      case 3 -> "(" + a + " % " + b + ")";
      case 4 -> "(" + a + ").abs()";
      case 5 -> "(" + a + ")." + any("min", "max") + "(" + b + ")";
      case 6 -> "(" + text(depth - 1) + ").length()";
      default -> "(" + field("n") + " ?? 5)";
    };
  }

  private String floating(int depth) {
    if (depth == 0) {
      return any(field("f"), field("f"), "0.5", "-0.0", "1e300", "9007199254740992.0");
    }
    String a = floating(depth - 1);
    String b = any(floating(depth - 1), integer(depth - 1));
    return switch (random.nextInt(6)) {
      case 0 -> "(" + integer(depth - 1) + " / " + integer(depth - 1) + ")";
      case 1 -> "(" + a + " " + any("+", "-", "*", "/", "%") + " " + b + ")";
      case 2 -> "(" + a + ").abs()";
      case 3 -> "(-(" + a + "))";
      case 4 -> "(" + a + ").round(1)";
      default -> a;
    };
  }

  private String text(int depth) {
    if (depth == 0) {
      return any(field("s"), field("s"), "''", "'ab'", "'É'");
    }
    return any(
        "(" + text(depth - 1) + ").upper()",
        "(" + text(depth - 1) + ").lower()",
        "(" + text(depth - 1) + ").trim()",
        "(" + text(depth - 1) + " + " + text(depth - 1) + ")");
  }

  private String field(String name) {
    return any("l.", "r.") + name;
  }

  private String any(String... of) {
    return of[random.nextInt(of.length)];
  }
}
