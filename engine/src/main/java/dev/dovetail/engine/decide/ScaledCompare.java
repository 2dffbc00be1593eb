package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.expr.Comparison;

/// Compares longs of different scale or signedness: decimals, timestamps of other units, uint64
/// with int64.
final class ScaledCompare extends CompareTest {
  private final LongColumn left;
  private final LongColumn right;

  ScaledCompare(Comparison op, Operand left, LongColumn l, Operand right, LongColumn r) {
    super(op, left, right);
    this.left = l;
    this.right = r;
  }

  @Override
  byte compare(int i, int j) {
    return outcome(Exact.compare(left, i, right, j));
  }
}
