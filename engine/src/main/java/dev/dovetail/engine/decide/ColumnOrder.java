package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.expr.ValueType;

/// The order of the values of one column.
public final class ColumnOrder {
  private final ColumnData column;

  private ColumnOrder(ColumnData column) {
    this.column = column;
  }

  /// Whether the values of a column have an order.
  public static boolean isPossible(ColumnData column) {
    return PairTests.isCompiled(column.type()) && column.type() != ValueType.NULL;
  }

  /// The order of a column.
  ///
  /// @throws IllegalArgumentException if its values have none
  public static ColumnOrder of(ColumnData column) {
    if (!isPossible(column)) {
      throw new IllegalArgumentException("values of type " + column.type() + " have no order");
    }
    return new ColumnOrder(column);
  }

  /// Whether the value takes part in the order: it is there, no oddity, and a number if it is a
  /// float.
  public boolean isOrdered(int position) {
    return !column.isNull(position)
        && !column.isOdd(position)
        && !(column instanceof DoubleColumn doubles && Double.isNaN(doubles.value(position)));
  }

  /// Three-way comparison of two positions that take part.
  public int compare(int i, int j) {
    return column instanceof BytesColumn bytes
        ? bytes.compare(i, bytes, j)
        : Exact.compare(column, i, column, j);
  }
}
