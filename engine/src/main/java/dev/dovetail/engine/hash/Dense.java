package dev.dovetail.engine.hash;

import dev.dovetail.engine.decide.KeyPairs;

/// When the codes of keys are numbers in so small a range that a table has a place for each.
final class Dense {
  private static final long SMALL = 1 << 16;
  private static final int CODES_PER_POSITION = 4;

  private Dense() {}

  /// @param positions how many take part
  static boolean suits(KeyPairs keys, long positions) {
    return keys.codeCount() > 0
        && keys.isExact()
        && keys.codeCount() <= Math.min(SMALL + CODES_PER_POSITION * positions, 1 << 30);
  }
}
