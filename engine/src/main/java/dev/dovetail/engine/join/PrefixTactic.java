package dev.dovetail.engine.join;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.range.SortedTexts;

/// Candidates are the Y positions whose text begins with the X position's, or those that the X
/// position's begins with. Time |Y| log |Y| + |X| log |Y| + candidates, in comparisons of texts;
/// memory eight bytes for each Y position.
///
/// Written for speed.
final class PrefixTactic implements JoinTactic {
  private static final int SAMPLE = 256;

  private final BytesColumn x;
  private final SortedTexts y;
  private final Side longer;
  private final int yCount;
  private final long candidatesPerX;

  /// @param longer the side whose texts begin with the other's
  PrefixTactic(BytesColumn x, SortedTexts y, Side longer, int yCount) {
    this.x = x;
    this.y = y;
    this.longer = longer;
    this.yCount = yCount;
    this.candidatesPerX = sample();
  }

  private long sample() {
    Candidates candidates = new Candidates(yCount);
    int size = Math.min(SAMPLE, x.size());
    long found = 0;
    for (int i = 0; i < size; i++) {
      candidates.clear();
      collect((int) ((long) x.size() * i / size), candidates);
      found += candidates.size();
    }
    return 1 + found / Math.max(1, size);
  }

  private void collect(int position, Candidates candidates) {
    if (x.isNull(position) || x.isOdd(position)) {
      return;
    }
    if (longer == Side.Y) {
      int from = y.firstFrom(x, position);
      int to = y.endOf(x, position, from);
      for (int place = from; place < to; place++) {
        candidates.add(y.position(place));
      }
    } else {
      for (int place = y.longestIn(x, position); place >= 0; place = y.shorter(place)) {
        candidates.add(y.position(place));
      }
    }
  }

  @Override
  public long candidatesPerX() {
    return candidatesPerX;
  }

  @Override
  public Cursor cursor() {
    return new Cursor() {
      private final Candidates candidates = new Candidates(yCount);

      @Override
      public void seek(int position) {
        candidates.clear();
        collect(position, candidates);
        candidates.sort();
      }

      @Override
      public int next(int[] out) {
        return candidates.next(out);
      }
    };
  }
}
