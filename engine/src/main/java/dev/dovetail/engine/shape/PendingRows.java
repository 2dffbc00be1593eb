package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.VectorOverflow;
import java.util.Arrays;
import java.util.Optional;

/// Output rows that wait to be written: the X row of each, and the Y rows of its entries, by
/// number.
///
/// Written for speed.
final class PendingRows {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final boolean severalInputs;
  private int[] rows = new int[1024];
  private int[] firstEntry = new int[1025];
  private int rowCount;
  private int[] entryRow = new int[4096];
  private short[] inputOf = new short[0];
  private int entryCount;

  PendingRows(int inputs) {
    severalInputs = inputs > 1;
  }

  void begin(int row) {
    if (rowCount == rows.length) {
      rows = Arrays.copyOf(rows, rowCount * 2);
      firstEntry = Arrays.copyOf(firstEntry, rowCount * 2 + 1);
    }
    rows[rowCount] = row;
    firstEntry[rowCount++] = entryCount;
  }

  void addEntries(int input, int[] source, int from, int to) {
    ensure(entryCount + (long) (to - from));
    System.arraycopy(source, from, entryRow, entryCount, to - from);
    if (severalInputs) {
      Arrays.fill(inputOf, entryCount, entryCount + to - from, (short) input);
    }
    entryCount += to - from;
  }

  void addEntry(int input, int row) {
    ensure(entryCount + 1L);
    entryRow[entryCount] = row;
    if (severalInputs) {
      inputOf[entryCount] = (short) input;
    }
    entryCount++;
  }

  private void ensure(long needed) {
    if (needed > LARGEST) {
      throw new VectorOverflow();
    }
    if (needed > entryRow.length) {
      entryRow = Arrays.copyOf(entryRow, (int) Math.min(LARGEST, needed + (needed >> 1)));
    }
    if (severalInputs && inputOf.length < entryRow.length) {
      inputOf = Arrays.copyOf(inputOf, entryRow.length);
    }
  }

  /// Sorts the entries of one input from an index on.
  void sortFrom(int start) {
    Arrays.sort(entryRow, start, entryCount);
  }

  int rows() {
    return rowCount;
  }

  int entries() {
    return entryCount;
  }

  int row(int index) {
    return rows[index];
  }

  /// The row of each output row; may be longer.
  int[] rowNumbers() {
    return rows;
  }

  /// The index of the first entry of a row; of the row after the last, the number of entries.
  int firstEntry(int index) {
    return index == rowCount ? entryCount : firstEntry[index];
  }

  /// The Y row of each entry; may be longer.
  int[] entryRows() {
    return entryRow;
  }

  /// The Y input of each entry; empty if there is one input.
  Optional<short[]> entryInputs() {
    return severalInputs ? Optional.of(inputOf) : Optional.empty();
  }

  int entryInput(int entry) {
    return severalInputs ? inputOf[entry] : 0;
  }
}
