package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.plan.Conjunct;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes compiled conditions in a short notation: `x.n == y.n`, `(a & b)`, `(a | b)`, `!a`,
/// `null?`, `truth()`, and `?` for undecided.
final class Show {
  private Show() {}

  static String of(CompiledPredicate predicate) {
    return predicate.conjuncts().stream().map(Show::of).collect(Collectors.joining(" ; "));
  }

  static String of(Conjunct conjunct) {
    return switch (conjunct) {
      case Conjunct.Compiled(var expr, _) -> of(expr);
      case Conjunct.Opaque(var source, _) -> "python{" + source + "}";
    };
  }

  static String of(Expr expr) {
    return switch (expr) {
      case Expr.Field(var side, _, var name, _) ->
          side.name().toLowerCase(Locale.ROOT) + "." + name;
      case Expr.Literal(Constant value) -> value.toString();
      case Expr.Compare(var op, var left, var right) ->
          of(left) + " " + op.symbol() + " " + of(right);
      case Expr.IsNull(var operand) -> "null?(" + of(operand) + ")";
      case Expr.Truth(var operand) -> "truth(" + of(operand) + ")";
      case Expr.Not(var operand) -> "!" + of(operand);
      case Expr.And(var operands) -> joined(operands, " & ");
      case Expr.Or(var operands) -> joined(operands, " | ");
      case Expr.Undecided _ -> "?";
      case Expr.Decided(var operand) -> "decided(" + of(operand) + ")";
      case Expr.If(var test, var then, var otherwise, _) ->
          "if(" + of(test) + ", " + of(then) + ", " + of(otherwise) + ")";
      case Expr.Apply(var function, var arguments, _) -> {
        String text = function.python();
        for (int i = 0; i < arguments.size(); i++) {
          text = text.replace("{" + i + "}", of(arguments.get(i)));
        }
        yield text;
      }
      case Expr.Member(var struct, _, var name, _) -> of(struct) + "." + name;
      case Expr.ListOf(var elements) ->
          elements.stream().map(Show::of).collect(Collectors.joining(", ", "[", "]"));
      case Expr.Element(var number, _) -> "e" + number;
      case Expr.Exists(var list, var element, var condition) ->
          "any(e" + element + " of " + of(list) + ": " + of(condition) + ")";
      case Expr.ForAll(var list, var element, var condition) ->
          "all(e" + element + " of " + of(list) + ": " + of(condition) + ")";
      case Expr.Collect(var list, var element, var condition, var value) ->
          "[" + of(value) + " for e" + element + " of " + of(list) + " if " + of(condition) + "]";
    };
  }

  private static String joined(List<Expr> operands, String separator) {
    return operands.stream().map(Show::of).collect(Collectors.joining(separator, "(", ")"));
  }
}
