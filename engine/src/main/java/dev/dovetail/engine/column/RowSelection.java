package dev.dovetail.engine.column;

import java.util.Arrays;

/// Rows of a column that are chosen, by where they lie, and where they lie one behind the other.
///
/// Written for speed.
public final class RowSelection {
  /// Rows of a run, on average, from which on copying by runs is faster.
  private static final int WORTHWHILE = 3;

  final int[] part;
  final int[] row;
  final int count;

  /// Where runs begin, and `count` behind the last; empty where rows are to be copied one by one.
  final int[] runs;

  private RowSelection(int[] part, int[] row, int count, int[] runs) {
    this.part = part;
    this.row = row;
    this.count = count;
    this.runs = runs;
  }

  /// Chooses rows.
  ///
  /// @param part for each row the index among the column's vectors; -1 for NULL
  /// @param row for each row its index in that vector
  /// @param count how many there are
  public static RowSelection of(int[] part, int[] row, int count) {
    return new RowSelection(part, row, count, runs(part, row, count));
  }

  private static int[] runs(int[] part, int[] row, int count) {
    int[] runs = new int[count / WORTHWHILE + 2];
    int size = 0;
    for (int i = 0; i < count; i++) {
      boolean follows = i > 0 && row[i] == row[i - 1] + 1 && part[i] == part[i - 1] && part[i] >= 0;
      if (!follows) {
        if (size == runs.length - 1 || part[i] < 0) {
          return new int[0];
        }
        runs[size++] = i;
      }
    }
    runs[size] = count;
    return Arrays.copyOf(runs, size + 1);
  }

  boolean hasRuns() {
    return runs.length > 1;
  }

  /// Whether all rows lie one behind the other, in one vector.
  boolean isOneRun() {
    return runs.length == 2;
  }

  public int count() {
    return count;
  }
}
