package dev.dovetail.engine.join;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.decide.ColumnPair;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Numbers the distinct keys of some rows by first arrival.
///
/// Open addressing over first rows; a slot holds a position plus one. A key that equals nothing,
/// not even itself, always begins a new position and is not entered.
///
/// Written for speed.
final class KeyIndex {
  private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

  /// Three quarters of the largest table.
  private static final int MOST_KEYS = 3 << 28;

  private int count;
  private int @Nullable [] firstRow;
  private int @Nullable [] positionOf;

  static KeyIndex of(List<ColumnData> keys, int rowCount, RunControl control) {
    KeyIndex index = new KeyIndex();
    index.number(
        new KeyPairs(keys.stream().map(key -> ColumnPair.of(key, key)).toList()),
        rowCount,
        control);
    return index;
  }

  private void number(KeyPairs keys, int rowCount, RunControl control) {
    int[] slots = new int[tableSize(rowCount)];
    int mask = slots.length - 1;
    int[] first = null;
    int[] positions = null;
    for (int row = 0; row < rowCount; row++) {
      if ((row & (ROWS_BETWEEN_CHECKS - 1)) == 0) {
        control.check();
      }
      int found = -1;
      if (keys.matchableX(row)) {
        int slot = (int) keys.hashX(row) & mask;
        while (slots[slot] != 0) {
          int position = slots[slot] - 1;
          if (keys.same(row, first == null ? position : first[position])) {
            found = position;
            break;
          }
          slot = (slot + 1) & mask;
        }
        if (found < 0) {
          slots[slot] = count + 1;
        }
      }
      if (found >= 0 && positions == null) {
        // the first repetition: until here, positions were rows
        positions = new int[rowCount];
        first = new int[rowCount];
        for (int i = 0; i < row; i++) {
          positions[i] = i;
          first[i] = i;
        }
      }
      if (found < 0) {
        if (count == MOST_KEYS) {
          throw new DovetailException(
              ErrorCode.E403,
              "one side of the join has more than " + MOST_KEYS + " distinct keys",
              "",
              "Split the Space and join the parts.");
        }
        found = count++;
        if (first != null) {
          first[found] = row;
        }
      }
      if (positions != null) {
        positions[row] = found;
      }
    }
    firstRow = first == null ? null : Arrays.copyOf(first, count);
    positionOf = positions;
  }

  /// A power of two that leaves half of the slots free.
  static int tableSize(int entries) {
    return Integer.highestOneBit(Math.min(Math.max(entries, 2), 1 << 28)) << 2;
  }

  int count() {
    return count;
  }

  /// The first row of each position; null if every row has its own key.
  int @Nullable [] firstRow() {
    return firstRow;
  }

  int @Nullable [] positionOf() {
    return positionOf;
  }
}
