package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;

/// Computes what compiled code leaves undecided of a column that is computed from one side: row by
/// row, as the judge would, so that a few odd values do not send all their pairs there.
public interface ValueResolver {
  /// Settles those of some positions that can be settled exactly ([ColumnBuilder#settle]).
  ///
  /// @param expr what the column holds
  /// @param positions ascending
  void resolve(Side side, Expr expr, int[] positions, ColumnBuilder column);

  /// Leaves everything to the judge.
  ValueResolver NONE = (_, _, _, _) -> {};
}
