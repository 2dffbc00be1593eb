package dev.dovetail.engine.hash;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;

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

  /// Whether every matchable position has a code of its own. A bit for each code fits caches that a
  /// table does not, and where codes repeat two of them are found soon.
  static boolean areDistinct(SideKeys keys, Execution execution) {
    long[] codes = new long[KeyPairs.BLOCK];
    long[] other = new long[KeyPairs.BLOCK];
    try (MemoryArea scratch = execution.area()) {
      LongArray seen = LongArray.allocate(scratch, (keys.keys().codeCount() >>> 6) + 1).clear();
      for (int from = 0; from < keys.count(); from += KeyPairs.BLOCK) {
        execution.check();
        int size = Math.min(KeyPairs.BLOCK, keys.count() - from);
        keys.codes(from, size, codes, other);
        for (int i = 0; i < size; i++) {
          long word = seen.get(codes[i] >>> 6);
          long bit = 1L << codes[i];
          if ((word & bit) != 0 && keys.isMatchable(from + i)) {
            return false;
          }
          seen.set(codes[i] >>> 6, word | (keys.isMatchable(from + i) ? bit : 0));
        }
      }
      return true;
    }
  }
}
