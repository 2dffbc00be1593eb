package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.ValueType;

/// Compares numbers of any two representations by value. The ordering of a decimal and a float that
/// is not a number raises in the language of conditions, so it is undecided.
final class NumberCompare extends CompareTest {
  private final ColumnData left;
  private final ColumnData right;
  private final byte notANumber;

  NumberCompare(Comparison op, Operand left, Operand right) {
    super(op, left, right);
    this.left = left.column();
    this.right = right.column();
    boolean decimal =
        this.left.type() == ValueType.DECIMAL || this.right.type() == ValueType.DECIMAL;
    this.notANumber = op.isOrdering() && decimal ? UNDECIDED : onNaN;
  }

  @Override
  byte compare(int i, int j) {
    return isNaN(left, i) || isNaN(right, j)
        ? notANumber
        : outcome(Exact.compare(left, i, right, j));
  }

  private static boolean isNaN(ColumnData column, int position) {
    return column instanceof DoubleColumn doubles && Double.isNaN(doubles.value(position));
  }
}
