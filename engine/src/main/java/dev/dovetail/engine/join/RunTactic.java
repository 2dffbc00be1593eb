package dev.dovetail.engine.join;

import dev.dovetail.engine.range.RunFinder;
import dev.dovetail.engine.range.SortedRows;
import java.util.function.Supplier;

/// Candidates are the Y positions whose value lies in an interval that the X position gives, among
/// those with its key if there is one: a run of sorted rows, found by binary search. Time |Y| log
/// |Y|
/// + |X| log |Y| + candidates; memory twelve bytes for each Y position.
///
/// Written for speed.
final class RunTactic implements JoinTactic {
  private static final int SAMPLE = 256;

  private final SortedRows rows;
  private final Supplier<RunFinder> finders;
  private final int yCount;
  private final boolean latestOnly;
  private final long candidatesPerX;

  /// Builds on sorted rows.
  ///
  /// @param latestOnly of each run only its last place is a candidate
  RunTactic(
      SortedRows rows, Supplier<RunFinder> finders, int xCount, int yCount, boolean latestOnly) {
    this.rows = rows;
    this.finders = finders;
    this.yCount = yCount;
    this.latestOnly = latestOnly;
    this.candidatesPerX = latestOnly ? 1 : sample(xCount);
  }

  private long sample(int xCount) {
    RunFinder finder = finders.get();
    long candidates = 0;
    int size = Math.min(SAMPLE, xCount);
    for (int i = 0; i < size; i++) {
      if (finder.seek((int) ((long) xCount * i / size))) {
        candidates += finder.to - finder.from;
      }
    }
    return 1 + candidates / Math.max(1, size);
  }

  @Override
  public long candidatesPerX() {
    return candidatesPerX;
  }

  @Override
  public Cursor cursor() {
    RunFinder finder = finders.get();
    return latestOnly
        ? new Latest(finder)
        : rows.isAscending() ? new InOrder(finder) : new Sorting(finder);
  }

  private final class Latest implements Cursor {
    private final RunFinder finder;
    private boolean has;

    Latest(RunFinder finder) {
      this.finder = finder;
    }

    @Override
    public void seek(int x) {
      has = finder.seek(x);
    }

    @Override
    public int next(int[] out) {
      if (!has) {
        return 0;
      }
      has = false;
      out[0] = rows.position(finder.to - 1);
      return 1;
    }
  }

  private final class InOrder implements Cursor {
    private final RunFinder finder;
    private int at;
    private int end;

    InOrder(RunFinder finder) {
      this.finder = finder;
    }

    @Override
    public void seek(int x) {
      boolean has = finder.seek(x);
      at = has ? finder.from : 0;
      end = has ? finder.to : 0;
    }

    @Override
    public int next(int[] out) {
      int count = Math.min(out.length, end - at);
      for (int i = 0; i < count; i++) {
        out[i] = rows.position(at + i);
      }
      at += count;
      return count;
    }
  }

  private final class Sorting implements Cursor {
    private final RunFinder finder;
    private final Candidates candidates = new Candidates(yCount);

    Sorting(RunFinder finder) {
      this.finder = finder;
    }

    @Override
    public void seek(int x) {
      candidates.clear();
      if (finder.seek(x)) {
        for (int place = finder.from; place < finder.to; place++) {
          candidates.add(rows.position(place));
        }
        candidates.sort();
      }
    }

    @Override
    public int next(int[] out) {
      return candidates.next(out);
    }
  }
}
