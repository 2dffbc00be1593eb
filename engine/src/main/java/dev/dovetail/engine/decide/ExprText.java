package dev.dovetail.engine.decide;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes expressions as people wrote them, more or less: for plans, and for an interpreter that is
/// to evaluate a part of a condition.
public final class ExprText {
  private static final long ORDINAL_OF_1970 = 719_163;

  private ExprText() {}

  public static String of(Expr expr) {
    return switch (expr) {
      case Expr.Field(Side side, _, String name, _) ->
          name.contains("[") || name.contains("(")
              ? name
              : side.name().toLowerCase(Locale.ROOT) + "[" + quoted(name) + "]";
      case Expr.Literal(Constant value) -> literal(value);
      case Expr.Compare(Comparison op, Expr left, Expr right) ->
          "(" + of(left) + " " + op.symbol() + " " + of(right) + ")";
      case Expr.IsNull(Expr operand) -> "(" + of(operand) + " is None)";
      case Expr.Truth(Expr operand) -> "bool(" + of(operand) + ")";
      case Expr.Not(Expr operand) -> "(not " + of(operand) + ")";
      case Expr.And(List<Expr> operands) -> joined(operands, " and ", "(", ")");
      case Expr.Or(List<Expr> operands) -> joined(operands, " or ", "(", ")");
      case Expr.Undecided _ -> "(...)";
      case Expr.Apply(var function, List<Expr> arguments, _) -> {
        String text = function.python();
        for (int i = 0; i < arguments.size(); i++) {
          text = text.replace("{" + i + "}", of(arguments.get(i)));
        }
        yield text;
      }
      case Expr.If(Expr test, Expr then, Expr otherwise, _) ->
          "(" + of(then) + " if " + of(test) + " else " + of(otherwise) + ")";
      case Expr.Member(Expr struct, _, String name, _) -> of(struct) + "[" + quoted(name) + "]";
      case Expr.ListOf(List<Expr> elements) -> joined(elements, ", ", "[", "]");
      case Expr.Element(int number, _) -> "e" + number;
      case Expr.Exists(Expr list, int element, Expr condition) ->
          "any(" + of(condition) + " for e" + element + " in " + of(list) + ")";
      case Expr.ForAll(Expr list, int element, Expr condition) ->
          "all(" + of(condition) + " for e" + element + " in " + of(list) + ")";
      case Expr.Collect(Expr list, int element, Expr condition, Expr value) ->
          "["
              + of(value)
              + " for e"
              + element
              + " in "
              + of(list)
              + (condition instanceof Expr.Literal ? "" : " if " + of(condition))
              + "]";
      case Expr.Decided(Expr operand) -> "(" + of(operand) + ", True)[1]";
    };
  }

  private static String joined(List<Expr> exprs, String by, String open, String close) {
    return exprs.stream().map(ExprText::of).collect(Collectors.joining(by, open, close));
  }

  private static String literal(Constant value) {
    return switch (value) {
      case Constant.Text(String text) -> quoted(text);
      case Constant.Decimal(var number) -> "Decimal('" + number + "')";
      case Constant.Bytes(String hex) -> "bytes.fromhex('" + hex + "')";
      case Constant.Temporal(var type, long count) -> temporal(type, count);
      case Constant.Real(double number) when Double.isNaN(number) -> "float('nan')";
      case Constant.Real(double number) when Double.isInfinite(number) ->
          number > 0 ? "float('inf')" : "float('-inf')";
      case Constant.Null _, Constant.Bool _, Constant.Int _, Constant.Real _, Constant.Opaque _ ->
          value.toString();
    };
  }

  private static String temporal(ValueType type, long count) {
    return switch (type) {
      case DATE -> "date.fromordinal(" + (count + ORDINAL_OF_1970) + ")";
      case NAIVE_TIMESTAMP -> "(datetime(1970, 1, 1) + timedelta(microseconds=" + count + "))";
      case DURATION -> "timedelta(microseconds=" + count + ")";
      default -> type.name().toLowerCase(Locale.ROOT) + " " + count;
    };
  }

  /// The text of an expression that Python evaluates to the very same value; empty where that is
  /// not certain.
  public static Optional<String> runnable(Expr expr) {
    return isRunnable(expr) ? Optional.of(of(expr)) : Optional.empty();
  }

  private static boolean isRunnable(Expr expr) {
    boolean self =
        switch (expr) {
          case Expr.Undecided _ -> false;
          case Expr.Literal(Constant.Temporal(var type, _)) ->
              type != ValueType.TIME && type != ValueType.INSTANT;
          case Expr.Literal(Constant value) -> !(value instanceof Constant.Opaque);
          case Expr.Field(_, _, String name, _) -> !name.contains("[") && !name.contains("(");
          default -> true;
        };
    return self && expr.parts().stream().allMatch(ExprText::isRunnable);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("'");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\'' -> quoted.append("\\'");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        default -> {
          if (c < ' ') {
            quoted.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append("'").toString();
  }
}
