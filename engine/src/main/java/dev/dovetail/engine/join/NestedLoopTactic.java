package dev.dovetail.engine.join;

/// Every Y position is a candidate of every X position. Time |X| * |Y|, no memory.
final class NestedLoopTactic implements JoinTactic {
  private final int yCount;

  NestedLoopTactic(int yCount) {
    this.yCount = yCount;
  }

  @Override
  public long candidatesPerX() {
    return Math.max(1, yCount);
  }

  @Override
  public Cursor cursor() {
    return new Cursor() {
      private int at;

      @Override
      public void seek(int x) {
        at = 0;
      }

      @Override
      public int next(int[] out) {
        int count = Math.min(out.length, yCount - at);
        for (int i = 0; i < count; i++) {
          out[i] = at + i;
        }
        at += count;
        return count;
      }
    };
  }
}
