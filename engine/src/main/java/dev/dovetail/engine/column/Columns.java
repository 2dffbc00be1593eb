package dev.dovetail.engine.column;

/// The columns of one side of a join. Positions count from 0 to `count() - 1`.
public interface Columns {
  int count();

  /// The column at an index, loaded on first use and then kept. The same index always gives the
  /// same object. Thread-safe.
  ColumnData column(int index);
}
