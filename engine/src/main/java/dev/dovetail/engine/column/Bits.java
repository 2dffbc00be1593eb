package dev.dovetail.engine.column;

/// A fixed number of bits, all clear at first.
final class Bits {
  private final long[] words;

  Bits(int size) {
    words = new long[(int) (((long) size + 63) >>> 6)];
  }

  boolean has(int index) {
    return (words[index >>> 6] & (1L << index)) != 0;
  }

  void set(int index) {
    words[index >>> 6] |= 1L << index;
  }
}
