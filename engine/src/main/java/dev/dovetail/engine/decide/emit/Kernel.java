package dev.dovetail.engine.decide.emit;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.decide.runtime.Undecided;

/// Computes an expression over one side, position by position.
public abstract class Kernel {
  /// Adds the value of a position.
  ///
  /// @throws Undecided before anything is added
  protected abstract void put(int position, ColumnBuilder out);

  /// Adds the values of the positions from `from` to before `to`; those that are undecided are odd.
  public final void run(int from, int to, ColumnBuilder out) {
    for (int position = from; position < to; position++) {
      try {
        put(position, out);
      } catch (Undecided _) {
        out.addOdd();
      }
    }
  }
}
