package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.run.RunControl;

/// Candidates are the Y positions whose key equals that of the X position.
///
/// An open-addressing table over Y: a slot holds the first Y position of a key plus one, and part
/// of the key's hash to spare most comparisons; `next` chains the positions of a key in ascending
/// order, because they are entered from the last to the first. Time |X| + |Y| + candidates; memory
/// 16 to 32 bytes for each Y position in slots, 4 in the chains.
///
/// Written for speed.
final class HashTactic implements JoinTactic {
  private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

  private final KeyPairs keys;
  private final int[] firsts;
  private final int[] tags;
  private final int[] next;

  private HashTactic(KeyPairs keys, int[] firsts, int[] tags, int[] next) {
    this.keys = keys;
    this.firsts = firsts;
    this.tags = tags;
    this.next = next;
  }

  /// Bytes that a table over so many Y positions takes.
  static long bytes(int yCount) {
    return 8L * KeyIndex.tableSize(yCount) + 4L * yCount;
  }

  /// Enters the Y positions.
  ///
  /// @param keys equality of X with Y
  /// @param within equality of Y with itself, over the same columns
  static HashTactic build(KeyPairs keys, KeyPairs within, int yCount, RunControl control) {
    int[] firsts = new int[KeyIndex.tableSize(yCount)];
    int[] tags = new int[firsts.length];
    int[] next = new int[yCount];
    int mask = firsts.length - 1;
    for (int y = yCount - 1; y >= 0; y--) {
      if ((y & (ROWS_BETWEEN_CHECKS - 1)) == 0) {
        control.check();
      }
      if (!within.matchableY(y)) {
        continue;
      }
      long hash = keys.hashY(y);
      int tag = (int) (hash >>> 32);
      int slot = (int) hash & mask;
      while (firsts[slot] != 0 && !(tags[slot] == tag && within.same(y, firsts[slot] - 1))) {
        slot = (slot + 1) & mask;
      }
      next[y] = firsts[slot] - 1;
      firsts[slot] = y + 1;
      tags[slot] = tag;
    }
    return new HashTactic(keys, firsts, tags, next);
  }

  @Override
  public long candidatesPerX() {
    return 1;
  }

  @Override
  public Cursor cursor() {
    return new Cursor() {
      private int at;

      @Override
      public void seek(int x) {
        at = first(x);
      }

      @Override
      public int next(int[] out) {
        int count = 0;
        while (at >= 0 && count < out.length) {
          out[count++] = at;
          at = next[at];
        }
        return count;
      }
    };
  }

  private int first(int x) {
    if (!keys.matchableX(x)) {
      return -1;
    }
    long hash = keys.hashX(x);
    int tag = (int) (hash >>> 32);
    int mask = firsts.length - 1;
    int slot = (int) hash & mask;
    while (firsts[slot] != 0) {
      if (tags[slot] == tag && keys.same(x, firsts[slot] - 1)) {
        return firsts[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    return -1;
  }
}
