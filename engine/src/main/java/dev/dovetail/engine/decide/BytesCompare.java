package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.expr.Comparison;

/// Compares texts by code point, or bytes.
///
/// Written for speed.
final class BytesCompare extends CompareTest {
  private final BytesColumn left;
  private final BytesColumn right;
  private final boolean ordering;

  BytesCompare(Comparison op, Operand left, BytesColumn l, Operand right, BytesColumn r) {
    super(op, left, right);
    this.left = l;
    this.right = r;
    this.ordering = op.isOrdering();
  }

  @Override
  byte compare(int i, int j) {
    if (ordering) {
      return outcome(left.compare(i, right, j));
    }
    return (byte) ((accepts >> (left.sameBytes(i, right, j) ? 1 : 0)) & 1);
  }
}
