package dev.dovetail.engine.hash;

import dev.dovetail.engine.decide.KeyPairs;

/// Walks through keys that ascend. A step of any width costs its logarithm, so that few keys are
/// found among many without reading all of these.
final class AscendingCursor {
  private final SideKeys keys;
  private final long[] codes = new long[KeyPairs.BLOCK];
  private final long[] scratch = new long[KeyPairs.BLOCK];

  /// The positions whose codes are at hand.
  private int from;

  private int to;
  private int position;

  AscendingCursor(SideKeys keys) {
    this.keys = keys;
  }

  int position() {
    return position;
  }

  /// Goes to the first position whose code is not before `code`, which may not be before that of an
  /// earlier call; returns whether the two are equal.
  boolean seek(long code) {
    while (position < to && codes[position - from] < code) {
      position++;
    }
    if (position == to && to < keys.count()) {
      gallop(code);
      while (position < to && codes[position - from] < code) {
        position++;
      }
    }
    return position < to && codes[position - from] == code;
  }

  /// Loads the block with the first position whose code is not before `code`; none if there is
  /// none.
  private void gallop(long code) {
    int low = to;
    int step = KeyPairs.BLOCK;
    // all before `low` is before the code
    while (keys.count() - low > step && codeAt(low + step - 1) < code) {
      low += step;
      step = Math.min(2 * step, 1 << 28);
    }
    int high = Math.min(keys.count() - low, step);
    while (high > KeyPairs.BLOCK) {
      int half = high / 2;
      if (codeAt(low + half - 1) < code) {
        low += half;
        high -= half;
      } else {
        high = half;
      }
    }
    load(low, Math.min(KeyPairs.BLOCK, keys.count() - low));
  }

  private long codeAt(int at) {
    keys.codes(at, 1, codes, scratch);
    return codes[0];
  }

  private void load(int start, int size) {
    from = start;
    to = start + size;
    position = start;
    keys.codes(from, size, codes, scratch);
  }
}
