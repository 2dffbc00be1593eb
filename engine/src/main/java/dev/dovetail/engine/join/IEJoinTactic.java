package dev.dovetail.engine.join;

import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.range.RunFinder;
import dev.dovetail.engine.range.SortedRows;
import java.util.Arrays;
import java.util.function.Supplier;

/// Candidates are the Y positions that two ranges over two columns allow: IEJoin, after Khayyat et
/// al., "Lightning Fast and Space Efficient Inequality Joins", PVLDB 8(13), 2015.
///
/// Y is sorted by each column, and a permutation leads from the first order to the second. For a
/// block of X positions, taken in the order in which the first range grows, the Y positions that it
/// allows are marked in a bitmap that is laid out by the second order; there, those that the second
/// range allows are one stretch, in which the marked ones are the candidates. Unlike in the paper X
/// is cut into blocks, so that candidates can be handed out in X order, and the bitmap has a
/// summary of one bit a word in place of the Bloom filter.
///
/// Time |Y| log |Y| once, for each block |Y| at most, and for each X position the summary of its
/// stretch; memory sixteen bytes for each Y position.
///
/// Written for speed.
final class IEJoinTactic implements JoinTactic {
  /// The first range allows places up to some, or from some on.
  enum Growth {
    UP_TO,
    FROM
  }

  private static final int MOST_HELD = 1 << 24;
  private static final int SAMPLE = 512;
  private static final int LEAST_BLOCK = 1 << 14;

  private final SortedRows first;
  private final SortedRows second;
  private final Supplier<RunFinder> firstFinders;
  private final Supplier<RunFinder> secondFinders;
  private final Growth growth;

  /// The place in the second order of what is at a place of the first; -1 if it has none.
  private final IntArray secondPlace;

  private final int yCount;
  private final long candidatesPerX;

  IEJoinTactic(
      SortedRows first,
      Supplier<RunFinder> firstFinders,
      Growth growth,
      SortedRows second,
      Supplier<RunFinder> secondFinders,
      int xCount,
      int yCount,
      MemoryArea area) {
    this.first = first;
    this.second = second;
    this.firstFinders = firstFinders;
    this.secondFinders = secondFinders;
    this.growth = growth;
    this.yCount = yCount;
    this.secondPlace = permutation(first, second, yCount, area);
    this.candidatesPerX = sample(xCount);
  }

  private static IntArray permutation(
      SortedRows first, SortedRows second, int yCount, MemoryArea area) {
    IntArray placeOf = IntArray.allocate(area, yCount);
    for (int y = 0; y < yCount; y++) {
      placeOf.set(y, -1);
    }
    for (int place = 0; place < second.size(); place++) {
      placeOf.set(second.position(place), place);
    }
    IntArray secondPlace = IntArray.allocate(area, first.size());
    for (int place = 0; place < first.size(); place++) {
      secondPlace.set(place, placeOf.get(first.position(place)));
    }
    return secondPlace;
  }

  private long sample(int xCount) {
    int size = Math.min(SAMPLE, xCount);
    int[] xs = new int[size];
    for (int i = 0; i < size; i++) {
      xs[i] = (int) ((long) xCount * i / size);
    }
    Block block = new Block();
    block.count(xs);
    return 1 + block.counted / Math.max(1, size);
  }

  @Override
  public long candidatesPerX() {
    return candidatesPerX;
  }

  @Override
  public int preferredRows() {
    return Math.max(LEAST_BLOCK, yCount / 4);
  }

  @Override
  public Cursor cursor() {
    return new Block();
  }

  /// The candidates of a block of X positions.
  private final class Block implements Cursor {
    private final RunFinder firstRuns = firstFinders.get();
    private final RunFinder secondRuns = secondFinders.get();
    private final MarkedPlaces marked = new MarkedPlaces(second.size());
    private final Candidates candidates = new Candidates(yCount);
    private int[] held = new int[1024];
    private int heldSize;
    private int from;
    private int[] starts = new int[0];
    private int[] ends = new int[0];
    private int at;
    private int end;
    private long counted;

    @Override
    public int begin(int blockFrom, int blockTo) {
      from = blockFrom;
      int to = blockTo;
      while (!find(to) && to - from > 1) {
        to = from + ((to - from) >>> 1);
      }
      return to;
    }

    /// Finds the candidates up to an X position; false if they became too many to hold.
    private boolean find(int to) {
      int size = to - from;
      starts = new int[size];
      ends = new int[size];
      heldSize = 0;
      int reached = 0;
      marked.clear();
      for (long next : inOrderOfGrowth(from, size)) {
        int x = (int) next;
        if (!secondRuns.seek(x)) {
          continue;
        }
        reached = mark(reached, grown(next));
        candidates.clear();
        for (int place = marked.next(secondRuns.from, secondRuns.to);
            place >= 0;
            place = marked.next(place + 1, secondRuns.to)) {
          candidates.add(second.position(place));
        }
        if (heldSize + (long) candidates.size() > MOST_HELD && size > 1) {
          return false;
        }
        candidates.sort();
        hold(x - from);
      }
      return true;
    }

    private void hold(int index) {
      int count = candidates.size();
      if (heldSize + (long) count > held.length) {
        held = Arrays.copyOf(held, Math.max(Math.addExact(heldSize, count), held.length * 2));
      }
      starts[index] = heldSize;
      heldSize += candidates.copyTo(held, heldSize);
      ends[index] = heldSize;
    }

    private void count(int[] xs) {
      int reached = 0;
      marked.clear();
      for (long next : inOrderOfGrowth(xs)) {
        if (secondRuns.seek((int) next)) {
          reached = mark(reached, grown(next));
          counted += marked.count(secondRuns.from, secondRuns.to);
        }
      }
    }

    private long[] inOrderOfGrowth(int first, int size) {
      int[] xs = new int[size];
      for (int i = 0; i < size; i++) {
        xs[i] = first + i;
      }
      return inOrderOfGrowth(xs);
    }

    /// Those X positions to which the first range allows something, behind how much it allows, in
    /// that order.
    private long[] inOrderOfGrowth(int[] xs) {
      long[] ordered = new long[xs.length];
      int size = 0;
      for (int x : xs) {
        if (firstRuns.seek(x)) {
          int grown = growth == Growth.UP_TO ? firstRuns.to : first.size() - firstRuns.from;
          ordered[size++] = ((long) grown << 32) | x;
        }
      }
      Arrays.sort(ordered, 0, size);
      return Arrays.copyOf(ordered, size);
    }

    private static int grown(long ordered) {
      return (int) (ordered >>> 32);
    }

    /// Marks what the first range allows, which only grows.
    private int mark(int reached, int grown) {
      for (int i = reached; i < grown; i++) {
        int there = secondPlace.get(growth == Growth.UP_TO ? i : first.size() - 1 - i);
        if (there >= 0) {
          marked.mark(there);
        }
      }
      return Math.max(reached, grown);
    }

    @Override
    public void seek(int x) {
      at = starts[x - from];
      end = ends[x - from];
    }

    @Override
    public int next(int[] out) {
      int count = Math.min(out.length, end - at);
      System.arraycopy(held, at, out, 0, count);
      at += count;
      return count;
    }
  }
}
