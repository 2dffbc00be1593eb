package dev.dovetail.engine.decide;

import dev.dovetail.engine.expr.Comparison;

/// Compares values of different families, which are unequal and have no order. Stands for NULL
/// constants too, which the superclass decides.
final class FamilyCompare extends CompareTest {
  private final byte apart;

  FamilyCompare(Comparison op, Operand left, Operand right) {
    super(op, left, right);
    this.apart = op.isOrdering() ? UNDECIDED : of(op == Comparison.NOT_EQUAL);
  }

  @Override
  byte compare(int i, int j) {
    return apart;
  }
}
