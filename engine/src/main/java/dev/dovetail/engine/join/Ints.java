package dev.dovetail.engine.join;

import java.util.Arrays;

/// A list of ints that grows.
final class Ints {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private int[] values = new int[16];
  private int size;

  void add(int value) {
    if (size == values.length) {
      grow(size + 1L);
    }
    values[size++] = value;
  }

  void addAll(int[] source, int count) {
    if (size + (long) count > values.length) {
      grow(size + (long) count);
    }
    System.arraycopy(source, 0, values, size, count);
    size += count;
  }

  private void grow(long least) {
    if (least > LARGEST) {
      throw new OutOfMemoryError("more than " + LARGEST + " matches of one row");
    }
    values = Arrays.copyOf(values, (int) Math.min(LARGEST, Math.max(least, size * 2L)));
  }

  int size() {
    return size;
  }

  /// The values; may be longer than [#size].
  int[] array() {
    return values;
  }

  int at(int index) {
    return values[index];
  }
}
