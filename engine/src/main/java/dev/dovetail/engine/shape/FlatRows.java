package dev.dovetail.engine.shape;

/// Output rows that wait to be written: for each the row of X, the Y input and its row, by number;
/// -1 where there is none.
///
/// Written for speed.
final class FlatRows {
  static final int NONE = -1;

  final int[] x;
  final short[] input;
  final int[] y;
  private int count;

  FlatRows(int capacity) {
    x = new int[capacity];
    input = new short[capacity];
    y = new int[capacity];
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == x.length;
  }

  void add(int xRow, int yInput, int yRow) {
    x[count] = xRow;
    input[count] = (short) yInput;
    y[count++] = yRow;
  }
}
