package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.ColumnOrder;

/// Of the matches of an X position the one that is latest by a column of Y, of equal ones the one
/// whose last row arrived last. Matches whose value has no order are dropped.
final class LatestMatch {
  private final KeyedRows y;
  private final RowsOfKey rows;
  private final ColumnOrder order;

  /// @throws IllegalArgumentException if the column's values have no order
  LatestMatch(KeyedRows y, int column) {
    this.y = y;
    this.rows = y.rowsOfKeys();
    this.order = ColumnOrder.of(y.column(column));
  }

  /// The batch with at most one match for each X position.
  MatchBatch of(MatchBatch batch) {
    Ints offsets = new Ints();
    Ints latest = new Ints();
    offsets.add(0);
    for (int k = 0; k < batch.count(); k++) {
      int best = -1;
      for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
        int position = batch.y()[m];
        if (order.isOrdered(position) && (best < 0 || isLater(position, best))) {
          best = position;
        }
      }
      if (best >= 0) {
        latest.add(best);
      }
      offsets.add(latest.size());
    }
    return new MatchBatch(
        batch.firstX(), batch.count(), offsets.array(), latest.array(), batch.failed());
  }

  private boolean isLater(int position, int other) {
    int order = this.order.compare(position, other);
    return order > 0 || (order == 0 && lastRow(position) > lastRow(other));
  }

  private long lastRow(int position) {
    return y.unique() ? position : rows.row(position, rows.count(position) - 1);
  }
}
