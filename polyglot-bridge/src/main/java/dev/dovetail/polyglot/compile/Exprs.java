package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import java.util.ArrayList;
import java.util.List;

/// Builds conditions, with constants folded where that cannot hide an undecided operand.
final class Exprs {
  static final Expr TRUE = new Expr.Literal(new Constant.Bool(true));
  static final Expr FALSE = new Expr.Literal(new Constant.Bool(false));

  private Exprs() {}

  static Expr literal(boolean value) {
    return value ? TRUE : FALSE;
  }

  static Expr and(List<Expr> operands) {
    List<Expr> kept = reached(operands, TRUE, FALSE);
    return kept.isEmpty() ? TRUE : kept.size() == 1 ? kept.getFirst() : new Expr.And(kept);
  }

  static Expr and(Expr... operands) {
    return and(List.of(operands));
  }

  static Expr or(List<Expr> operands) {
    List<Expr> kept = reached(operands, FALSE, TRUE);
    return kept.isEmpty() ? FALSE : kept.size() == 1 ? kept.getFirst() : new Expr.Or(kept);
  }

  /// The operands that matter: those without effect left out, and all behind one that always ends
  /// the evaluation.
  private static List<Expr> reached(List<Expr> operands, Expr neutral, Expr last) {
    List<Expr> kept = new ArrayList<>();
    for (Expr operand : operands) {
      if (!operand.equals(neutral)) {
        kept.add(operand);
      }
      if (operand.equals(last)) {
        break;
      }
    }
    return kept;
  }

  static Expr or(Expr... operands) {
    return or(List.of(operands));
  }

  /// @param operand never NULL
  static Expr not(Expr operand) {
    return switch (operand) {
      case Expr.Literal(Constant.Bool(var value)) -> literal(!value);
      case Expr.Compare(var op, var left, var right) when op == Comparison.EQUAL ->
          new Expr.Compare(Comparison.NOT_EQUAL, left, right);
      case Expr.Undecided undecided -> undecided;
      case Expr.Not(var inner) -> inner;
      default -> new Expr.Not(operand);
    };
  }

  /// The number of nodes in an expression, counted up to `limit`. Parts may be shared, so the tree
  /// can be far larger than what was built.
  static int size(Expr expr, int limit) {
    List<Expr> parts =
        switch (expr) {
          case Expr.Field _, Expr.Literal _, Expr.Undecided _ -> List.of();
          case Expr.Compare(_, var left, var right) -> List.of(left, right);
          case Expr.IsNull(var operand) -> List.of(operand);
          case Expr.Truth(var operand) -> List.of(operand);
          case Expr.Not(var operand) -> List.of(operand);
          case Expr.And(var operands) -> operands;
          case Expr.Or(var operands) -> operands;
        };
    int size = 1;
    for (Expr part : parts) {
      if (size >= limit) {
        return limit;
      }
      size += size(part, limit - size);
    }
    return size;
  }
}
