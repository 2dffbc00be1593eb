package dev.dovetail.engine.join;

import dev.dovetail.engine.hash.KeyGroups;

/// Candidates are the Y positions whose key equals that of the X position. Time |X| + |Y| +
/// candidates; memory four bytes for each position of either side.
///
/// Written for speed.
final class HashTactic implements JoinTactic {
  private final KeyGroups groups;
  private final int xCount;

  HashTactic(KeyGroups groups, int xCount) {
    this.groups = groups;
    this.xCount = xCount;
  }

  @Override
  public long candidatesPerX() {
    return Math.max(1, groups.pairs() / Math.max(1, xCount));
  }

  @Override
  public Cursor cursor() {
    return new Cursor() {
      private int at;

      @Override
      public void seek(int x) {
        at = groups.first(x);
      }

      @Override
      public int next(int[] out) {
        int count = 0;
        while (at >= 0 && count < out.length) {
          out[count++] = groups.y(at);
          at = groups.next(at);
        }
        return count;
      }
    };
  }
}
