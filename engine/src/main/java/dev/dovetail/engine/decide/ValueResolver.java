package dev.dovetail.engine.decide;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import org.jspecify.annotations.Nullable;

/// Computes what compiled code leaves undecided of a column that is computed from one side: row by
/// row, as the judge would, so that a few odd values do not send all their pairs there.
public interface ValueResolver {
  /// Settles those of some positions that can be settled exactly ([Found#settle]).
  ///
  /// @param expr what the column holds
  /// @param positions ascending
  void resolve(Side side, Expr expr, int[] positions, Found found);

  /// Takes the values that were found.
  interface Found {
    /// Gives an odd position a value after all.
    void settle(int position, @Nullable Object value);
  }

  /// Leaves everything to the judge.
  ValueResolver NONE = (_, _, _, _) -> {};
}
