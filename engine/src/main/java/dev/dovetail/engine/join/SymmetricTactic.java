package dev.dovetail.engine.join;

import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.plan.Access;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import java.util.ArrayList;
import java.util.List;

/// The matches of a table with itself under a symmetric condition: each pair was tested once, and
/// holds turned round. Half of the tests, for eight bytes for each match and twelve for each
/// position.
///
/// Written for speed.
final class SymmetricTactic implements JoinTactic {
  private static final int SAMPLE = 16;

  /// A condition that more pairs than one of so many satisfy leaves more matches than its tests are
  /// worth.
  private static final long RARE = 8;

  /// The matches of position p lie from `starts[p]` to `starts[p + 1]`.
  private final LongArray starts;

  private final IntArray matches;
  private final int count;

  private SymmetricTactic(LongArray starts, IntArray matches, int count) {
    this.starts = starts;
    this.matches = matches;
    this.count = count;
  }

  /// Whether testing each pair once pays: there are tests that cost more than a match, and few
  /// matches.
  static boolean pays(IndexedInput input, int count, Execution execution) {
    boolean costly =
        input.tests().length > 0
            && (input.input().choice.access() instanceof Access.All || input.input().isComputed());
    if (!costly || !input.input().symmetric) {
      return false;
    }
    int sample = Math.min(SAMPLE, count / SAMPLE);
    MorselMatcher matcher = new MorselMatcher(List.of(input), Long.MAX_VALUE, execution::check);
    long candidates = 0;
    long found = 0;
    for (int i = 0; i < sample; i++) {
      int x = (int) ((long) count * i / sample);
      Morsel.Part part = matcher.match(x, x + 1).parts[0];
      candidates += part.counts.candidates;
      found += part.y.size();
    }
    return found * RARE <= candidates;
  }

  /// The same input with its matches found.
  static IndexedInput of(
      IndexedInput input, int count, MemoryArea area, Execution execution, Progress progress) {
    IndexedInput half = input.withTactic(new UpperHalf(input.tactic()));
    List<IntArray> found = new ArrayList<>();
    LongArray starts = LongArray.allocate(area, count + 1L);
    PairCounts counts = new PairCounts(input.input().choice.conjuncts().size());
    progress.start("testing each pair once", count);
    try (MemoryArea scratch = execution.area()) {
      IntArray upper = IntArray.allocate(scratch, count);
      IntArray lower = IntArray.allocate(scratch, count).clear();
      try (MorselQueue queue = MorselQueue.of(List.of(half), count, 0, execution)) {
        while (queue.hasNext()) {
          Morsel morsel = queue.next();
          Morsel.Part part = morsel.parts[0];
          for (int k = 0; k < morsel.count(); k++) {
            int x = morsel.from + k;
            upper.set(x, part.offsets.at(k + 1) - part.offsets.at(k));
            for (int m = part.offsets.at(k); m < part.offsets.at(k + 1); m++) {
              int y = part.y.at(m);
              if (y != x) {
                lower.set(y, lower.get(y) + 1);
              }
            }
          }
          found.add(IntArray.copyOf(part.y.array(), part.y.size(), scratch));
          counts.add(part.counts);
          queue.release(morsel.bytes());
          progress.advance(morsel.count());
        }
      }
      long total = 0;
      for (int x = 0; x < count; x++) {
        starts.set(x, total);
        total += upper.get(x) + (long) lower.get(x);
      }
      starts.set(count, total);
      IntArray matches = IntArray.allocate(area, total);
      fill(matches, starts, upper, lower, found, execution);
      return input.matched(new SymmetricTactic(starts, matches, count), counts);
    }
  }

  /// Positions ascend, so those below a position reach it in order, and all before those above it.
  private static void fill(
      IntArray matches,
      LongArray starts,
      IntArray upper,
      IntArray lower,
      List<IntArray> found,
      Execution execution) {
    int x = 0;
    int left = upper.length() == 0 ? 0 : upper.get(0);
    IntArray filled = lower.clear();
    for (IntArray part : found) {
      execution.check();
      for (long m = 0; m < part.length(); m++) {
        while (left == 0) {
          left = upper.get(++x);
        }
        int y = part.get(m);
        matches.set(starts.get(x + 1L) - left, y);
        left--;
        if (y != x) {
          matches.set(starts.get(y) + filled.get(y), x);
          filled.set(y, filled.get(y) + 1);
        }
      }
    }
  }

  @Override
  public long candidatesPerX() {
    return Math.max(1, matches.length() / Math.max(1, count));
  }

  @Override
  public Cursor cursor() {
    return new Cursor() {
      private long at;
      private long end;

      @Override
      public void seek(int x) {
        at = starts.get(x);
        end = starts.get(x + 1L);
      }

      @Override
      public int next(int[] out) {
        int size = (int) Math.min(out.length, end - at);
        for (int i = 0; i < size; i++) {
          out[i] = matches.get(at + i);
        }
        at += size;
        return size;
      }
    };
  }

  /// The candidates of another tactic from the X position on.
  private record UpperHalf(JoinTactic inner) implements JoinTactic {
    @Override
    public long candidatesPerX() {
      return inner.candidatesPerX();
    }

    @Override
    public int preferredRows() {
      return inner.preferredRows();
    }

    @Override
    public Cursor cursor() {
      Cursor all = inner.cursor();
      return new Cursor() {
        private int least;

        @Override
        public int begin(int from, int to) {
          return all.begin(from, to);
        }

        @Override
        public void seek(int x) {
          least = x;
          all.seek(x);
        }

        @Override
        public int next(int[] out) {
          for (int size = all.next(out); size > 0; size = all.next(out)) {
            int kept = size;
            if (out[0] < least) {
              int from = 0;
              while (from < size && out[from] < least) {
                from++;
              }
              kept = size - from;
              System.arraycopy(out, from, out, 0, kept);
            }
            if (kept > 0) {
              return kept;
            }
          }
          return 0;
        }
      };
    }
  }
}
