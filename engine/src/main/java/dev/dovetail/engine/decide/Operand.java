package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.expr.Side;

/// Where an operand of a test lies: a column, and which of the pair's positions addresses it. A
/// constant is a column of one position that neither addresses.
record Operand(ColumnData column, int xMask, int yMask) {
  static Operand of(ColumnData column, Side side) {
    return side == Side.X ? new Operand(column, -1, 0) : new Operand(column, 0, -1);
  }

  static Operand constant(ColumnData column) {
    return new Operand(column, 0, 0);
  }

  int at(int x, int y) {
    return (x & xMask) | (y & yMask);
  }
}
