package dev.dovetail.engine.hash;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.run.Execution;

/// How the keys of one side follow one another. Rows that come in the order of their keys need no
/// table; an order that somebody declares would have to be checked, so it is looked for instead,
/// which costs nothing where there is none: keys in disorder show it soon.
enum Order {
  /// No key is before its predecessor, and none is repeated.
  DISTINCT,
  /// No key is before its predecessor.
  ASCENDING,
  NONE;

  /// The order of the codes as signed numbers, where equal codes mean equal keys and every key
  /// equals itself.
  static Order of(SideKeys keys, Execution execution) {
    if (!keys.keys().isExact() || keys.keys().hasUnmatchable()) {
      return NONE;
    }
    long[] codes = new long[KeyPairs.BLOCK];
    long[] other = new long[KeyPairs.BLOCK];
    long last = Long.MIN_VALUE;
    boolean distinct = true;
    for (int from = 0; from < keys.count(); from += KeyPairs.BLOCK) {
      execution.check();
      int size = Math.min(KeyPairs.BLOCK, keys.count() - from);
      keys.codes(from, size, codes, other);
      for (int i = 0; i < size; i++) {
        long code = codes[i];
        if (code < last) {
          return NONE;
        }
        distinct &= code > last || from + i == 0;
        last = code;
      }
    }
    return distinct ? DISTINCT : ASCENDING;
  }
}
