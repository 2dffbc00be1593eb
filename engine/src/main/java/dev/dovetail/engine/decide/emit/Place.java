package dev.dovetail.engine.decide.emit;

import dev.dovetail.engine.column.ColumnData;

/// Where a value is found without computing it.
sealed interface Place {
  /// In a column, at a position that a local variable holds; a constant is a column of one.
  ///
  /// @param slot of the variable; -1 for position 0
  record InColumn(ColumnData column, int slot) implements Place {}

  /// In a local variable, boxed.
  record Boxed(int slot) implements Place {}
}
