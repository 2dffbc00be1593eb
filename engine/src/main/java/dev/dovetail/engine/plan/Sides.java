package dev.dovetail.engine.plan;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Which sides an expression reads.
final class Sides {
  private Sides() {}

  static Set<Side> of(Expr expr) {
    Set<Side> sides = EnumSet.noneOf(Side.class);
    add(expr, sides);
    return sides;
  }

  private static void add(Expr expr, Set<Side> sides) {
    switch (expr) {
      case Expr.Field field -> sides.add(field.side());
      case Expr.Literal _, Expr.Undecided _ -> {}
      case Expr.Compare(_, Expr left, Expr right) -> {
        add(left, sides);
        add(right, sides);
      }
      case Expr.IsNull(Expr operand) -> add(operand, sides);
      case Expr.Truth(Expr operand) -> add(operand, sides);
      case Expr.Not(Expr operand) -> add(operand, sides);
      case Expr.And(List<Expr> operands) -> operands.forEach(operand -> add(operand, sides));
      case Expr.Or(List<Expr> operands) -> operands.forEach(operand -> add(operand, sides));
    }
  }
}
