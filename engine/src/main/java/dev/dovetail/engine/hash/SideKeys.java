package dev.dovetail.engine.hash;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.expr.Side;

/// The keys of one side of [KeyPairs].
record SideKeys(KeyPairs keys, Side side, int count) {
  /// The codes of some positions; both arrays hold [KeyPairs#BLOCK].
  void codes(int from, int size, long[] codes, long[] scratch) {
    if (side == Side.X) {
      keys.codesX(from, size, codes, scratch);
    } else {
      keys.codesY(from, size, codes, scratch);
    }
  }

  boolean isMatchable(int position) {
    return !keys.hasUnmatchable()
        || (side == Side.X ? keys.matchableX(position) : keys.matchableY(position));
  }

  /// Does something with the code of every matchable position in a range, in order.
  void each(int from, int to, CodeConsumer consumer) {
    long[] codes = new long[KeyPairs.BLOCK];
    long[] scratch = new long[KeyPairs.BLOCK];
    for (int at = from; at < to; at += KeyPairs.BLOCK) {
      int size = Math.min(KeyPairs.BLOCK, to - at);
      codes(at, size, codes, scratch);
      for (int i = 0; i < size; i++) {
        if (isMatchable(at + i)) {
          consumer.accept(at + i, codes[i]);
        }
      }
    }
  }

  /// Takes a position and its code.
  interface CodeConsumer {
    void accept(int position, long code);
  }
}
