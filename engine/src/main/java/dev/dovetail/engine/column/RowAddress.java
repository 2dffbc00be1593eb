package dev.dovetail.engine.column;

import dev.dovetail.spaces.Table;

/// Where the rows of a table lie: finds the batch of a row.
public final class RowAddress {
  private final long[] firsts;
  private int last;

  public RowAddress(Table table) {
    firsts = new long[table.batchCount() + 1];
    for (int b = 0; b < table.batchCount(); b++) {
      firsts[b] = table.firstRow(b);
    }
    firsts[table.batchCount()] = table.rowCount();
  }

  /// The batch that holds a row. Neighbouring rows are found at once. Not thread-safe.
  public int batch(long row) {
    if (row >= firsts[last] && row < firsts[last + 1]) {
      return last;
    }
    int low = 0;
    int high = firsts.length - 2;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firsts[middle] <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    last = low;
    return low;
  }

  public int inBatch(int batch, long row) {
    return (int) (row - firsts[batch]);
  }
}
