package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.expr.Comparison;

/// A comparison of two operands within one family; subclasses know the family.
///
/// NULL equals NULL and nothing else; an ordering with NULL, and anything about an odd value, is
/// undecided.
abstract class CompareTest extends PairTest {
  private final ColumnData left;
  private final ColumnData right;
  private final int leftX;
  private final int leftY;
  private final int rightX;
  private final int rightY;
  private final boolean plain;
  private final byte oneNull;
  private final byte bothNull;

  /// Bit 0, 1, 2: what a three-way result below, equal to and above zero means.
  final int accepts;

  /// The outcome where an operand is not a number.
  final byte onNaN;

  CompareTest(Comparison op, Operand left, Operand right) {
    this.left = left.column();
    this.right = right.column();
    this.leftX = left.xMask();
    this.leftY = left.yMask();
    this.rightX = right.xMask();
    this.rightY = right.yMask();
    this.plain =
        !(left.column().hasNulls()
            || right.column().hasNulls()
            || left.column().hasOdd()
            || right.column().hasOdd());
    this.accepts = (op.holds(-1) ? 1 : 0) | (op.holds(0) ? 2 : 0) | (op.holds(1) ? 4 : 0);
    this.onNaN = of(op == Comparison.NOT_EQUAL);
    this.oneNull = op.isOrdering() ? UNDECIDED : of(op == Comparison.NOT_EQUAL);
    this.bothNull = op.isOrdering() ? UNDECIDED : of(op == Comparison.EQUAL);
  }

  @Override
  public final byte test(int x, int y) {
    int i = (x & leftX) | (y & leftY);
    int j = (x & rightX) | (y & rightY);
    if (!plain) {
      if (left.isOdd(i) || right.isOdd(j)) {
        return UNDECIDED;
      }
      boolean leftNull = left.isNull(i);
      boolean rightNull = right.isNull(j);
      if (leftNull || rightNull) {
        return leftNull && rightNull ? bothNull : oneNull;
      }
    }
    return compare(i, j);
  }

  /// The outcome for two values that are neither NULL nor odd.
  abstract byte compare(int i, int j);

  final byte outcome(int threeWay) {
    return (byte) ((accepts >> (Integer.signum(threeWay) + 1)) & 1);
  }
}
