package dev.dovetail.engine.join;

import org.jspecify.annotations.Nullable;

/// For each position the rows that carry its key, in arrival order.
public final class RowsOfKey {
  private final int @Nullable [] starts;
  private final int @Nullable [] rows;

  private RowsOfKey(int @Nullable [] starts, int @Nullable [] rows) {
    this.starts = starts;
    this.rows = rows;
  }

  /// Every position has the one row of the same number.
  static RowsOfKey identity() {
    return new RowsOfKey(null, null);
  }

  /// Groups rows by position, by counting.
  static RowsOfKey group(int[] positionOf, int rowCount, int positions) {
    int[] starts = new int[positions + 1];
    for (int row = 0; row < rowCount; row++) {
      starts[positionOf[row] + 1]++;
    }
    for (int p = 0; p < positions; p++) {
      starts[p + 1] += starts[p];
    }
    int[] next = starts.clone();
    int[] rows = new int[rowCount];
    for (int row = 0; row < rowCount; row++) {
      rows[next[positionOf[row]]++] = row;
    }
    return new RowsOfKey(starts, rows);
  }

  /// How many rows carry the key of a position; at least one.
  public int count(int position) {
    return starts == null ? 1 : starts[position + 1] - starts[position];
  }

  /// The row at `index`, from 0, among those of a position.
  public int row(int position, int index) {
    return starts == null || rows == null ? position : rows[starts[position] + index];
  }
}
