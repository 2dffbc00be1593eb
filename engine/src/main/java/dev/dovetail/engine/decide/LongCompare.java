package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.expr.Comparison;

/// Compares longs of one scale and signedness: integers, booleans, dates, times, small decimals.
///
/// Written for speed.
final class LongCompare extends CompareTest {
  private final LongColumn left;
  private final LongColumn right;
  private final long flip;

  LongCompare(Comparison op, Operand left, LongColumn l, Operand right, LongColumn r) {
    super(op, left, right);
    this.left = l;
    this.right = r;
    // unsigned order is signed order with the top bit flipped
    this.flip = l.unsigned() ? Long.MIN_VALUE : 0;
  }

  static boolean fits(LongColumn l, LongColumn r) {
    return l.scale() == r.scale() && l.unsigned() == r.unsigned();
  }

  @Override
  byte compare(int i, int j) {
    long a = left.raw(i) ^ flip;
    long b = right.raw(j) ^ flip;
    return (byte) ((accepts >> (a < b ? 0 : a == b ? 1 : 2)) & 1);
  }
}
