package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.expr.Comparison;

/// Compares an integer with a float, exactly.
final class LongDoubleCompare extends CompareTest {
  private final LongColumn left;
  private final DoubleColumn right;

  LongDoubleCompare(Comparison op, Operand left, LongColumn l, Operand right, DoubleColumn r) {
    super(op, left, right);
    this.left = l;
    this.right = r;
  }

  @Override
  byte compare(int i, int j) {
    double b = right.value(j);
    return Double.isNaN(b) ? onNaN : outcome(Exact.compare(left.raw(i), left.unsigned(), b));
  }
}
