package dev.dovetail.engine.column;

import dev.dovetail.spaces.Table;

/// Where the rows of a table lie: finds the batch of a row. Immutable and thread-safe.
///
/// Written for speed: a table has the first batch for every so many rows, from which it is few
/// steps.
public final class RowAddress {
  private static final int SHIFT = 12;

  private final long[] firsts;
  private final int[] hints;

  public RowAddress(Table table) {
    firsts = new long[table.batchCount() + 1];
    for (int b = 0; b < table.batchCount(); b++) {
      firsts[b] = table.firstRow(b);
    }
    firsts[table.batchCount()] = table.rowCount();
    hints = new int[(int) (table.rowCount() >>> SHIFT) + 1];
    int batch = 0;
    for (int h = 0; h < hints.length; h++) {
      while (batch < table.batchCount() - 1 && firsts[batch + 1] <= (long) h << SHIFT) {
        batch++;
      }
      hints[h] = batch;
    }
  }

  /// The batch that holds a row.
  public int batch(long row) {
    int batch = hints[(int) (row >>> SHIFT)];
    while (row >= firsts[batch + 1]) {
      batch++;
    }
    return batch;
  }

  public int inBatch(int batch, long row) {
    return (int) (row - firsts[batch]);
  }
}
