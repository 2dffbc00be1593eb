package dev.dovetail.engine.column;

import java.util.Arrays;

/// A fixed number of bits, all clear at first.
final class Bits {
  private final long[] words;

  Bits(int size) {
    words = new long[(int) (((long) size + 63) >>> 6)];
  }

  private Bits(long[] words) {
    this.words = words;
  }

  boolean has(int index) {
    return (words[index >>> 6] & (1L << index)) != 0;
  }

  void set(int index) {
    words[index >>> 6] |= 1L << index;
  }

  void clear(int index) {
    words[index >>> 6] &= ~(1L << index);
  }

  boolean any() {
    for (long word : words) {
      if (word != 0) {
        return true;
      }
    }
    return false;
  }

  /// These bits if there are `size` of them, or a longer copy.
  Bits grown(int size) {
    int needed = (int) (((long) size + 63) >>> 6);
    return needed <= words.length
        ? this
        : new Bits(Arrays.copyOf(words, Math.max(needed, 2 * words.length)));
  }
}
