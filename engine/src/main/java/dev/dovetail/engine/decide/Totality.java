package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.Constants;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.util.List;

/// Whether an expression is decided on every pair of two sides, given what their columns hold. The
/// answer errs towards no.
public final class Totality {
  private final Columns x;
  private final Columns y;

  public Totality(Columns x, Columns y) {
    this.x = x;
    this.y = y;
  }

  public boolean isTotal(Expr condition) {
    return switch (condition) {
      case Expr.Compare(Comparison op, Expr left, Expr right) -> compare(op, left, right);
      case Expr.IsNull(Expr operand) -> PairTests.isLeaf(operand) || isTotal(operand);
      case Expr.Truth(Expr operand) ->
          PairTests.isLeaf(operand) ? !column(operand).hasOdd() : isTotal(operand);
      case Expr.Not(Expr operand) -> isTotal(operand);
      case Expr.And(List<Expr> operands) -> operands.stream().allMatch(this::isTotal);
      case Expr.Or(List<Expr> operands) -> operands.stream().allMatch(this::isTotal);
      case Expr.Undecided _ -> false;
      case Expr.Literal(Constant value) -> value instanceof Constant.Bool;
      case Expr.Field field -> !column(field).hasNulls();
    };
  }

  private boolean compare(Comparison op, Expr left, Expr right) {
    if (!isDecided(left) || !isDecided(right)) {
      return false;
    }
    return !op.isOrdering() || isOrdered(left, right);
  }

  private boolean isDecided(Expr operand) {
    return PairTests.isLeaf(operand) ? !column(operand).hasOdd() : isTotal(operand);
  }

  private boolean isOrdered(Expr left, Expr right) {
    return PairTests.comparable(left.type(), right.type())
        && !hasNulls(left)
        && !hasNulls(right)
        && !(left.type() == ValueType.DECIMAL && hasNaN(right))
        && !(right.type() == ValueType.DECIMAL && hasNaN(left));
  }

  private boolean hasNulls(Expr operand) {
    return PairTests.isLeaf(operand) && column(operand).hasNulls();
  }

  private boolean hasNaN(Expr operand) {
    return PairTests.isLeaf(operand) && column(operand).hasNaN();
  }

  private ColumnData column(Expr leaf) {
    return switch (leaf) {
      case Expr.Field(Side side, int column, _, _) -> (side == Side.X ? x : y).column(column);
      case Expr.Literal(Constant value) -> Constants.column(value);
      default -> throw new IllegalStateException(leaf + " is computed");
    };
  }
}
