package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.expr.Comparison;

/// Compares floats. What is not a number is unequal to all and ordered with none; -0.0 equals 0.0.
///
/// Written for speed.
final class DoubleCompare extends CompareTest {
  private final DoubleColumn left;
  private final DoubleColumn right;

  DoubleCompare(Comparison op, Operand left, DoubleColumn l, Operand right, DoubleColumn r) {
    super(op, left, right);
    this.left = l;
    this.right = r;
  }

  @Override
  byte compare(int i, int j) {
    double a = left.value(i);
    double b = right.value(j);
    if (a < b) {
      return (byte) (accepts & 1);
    }
    if (a > b) {
      return (byte) ((accepts >> 2) & 1);
    }
    return a == b ? (byte) ((accepts >> 1) & 1) : onNaN;
  }
}
