package dev.dovetail.engine.decide.emit;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.decide.runtime.Undecided;
import java.util.BitSet;

/// Computes an expression over one side, position by position.
public abstract class Kernel {
  /// Adds the value of a position.
  ///
  /// @throws Undecided before anything is added
  protected abstract void put(int position, ColumnBuilder out);

  /// Adds the values of the positions from `from` to before `to`; those that are undecided are odd.
  ///
  /// @param unknown gets those of them where the language may have an answer, counted from `from`
  public final void run(int from, int to, ColumnBuilder out, BitSet unknown) {
    for (int position = from; position < to; position++) {
      try {
        put(position, out);
      } catch (Undecided undecided) {
        out.addOdd();
        if (!undecided.isRaised()) {
          unknown.set(position - from);
        }
      }
    }
  }
}
