package dev.dovetail.engine.join;

import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Workers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Matches morsels on several threads and hands them out in X order.
///
/// Morsels ahead of the one that is handed out next are bounded in number and, once done, in bytes;
/// so memory does not depend on how fast they are taken. With one thread, work happens in [#next].
final class MorselQueue implements AutoCloseable {
  private static final int MORSELS_AHEAD_PER_THREAD = 2;
  private static final long PAIRS_PER_MORSEL = 1 << 21;
  private static final int MOST_MORSEL_ROWS = 1 << 14;
  private static final long MOST_HELD_PAIRS = 1 << 22;

  private final int xCount;
  private final int morselRows;
  private final long budgetBytes;
  private final int mostAhead;
  private final ThreadLocal<MorselMatcher> matcher;
  private final Workers workers;
  private final boolean onDemand;
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private final AtomicLong heldBytes = new AtomicLong();
  private volatile boolean closed;
  private int nextX;

  MorselQueue(
      int xCount, List<IndexedInput> inputs, int morselRows, long mostPairs, Execution execution) {
    this.xCount = xCount;
    this.morselRows = morselRows;
    this.workers = execution.workers();
    this.budgetBytes = execution.allocator().getLimit() / 2;
    this.onDemand = workers.threads() == 1;
    this.mostAhead = onDemand ? 1 : workers.threads() * MORSELS_AHEAD_PER_THREAD;
    Runnable check =
        () -> {
          execution.check();
          if (closed) {
            throw new Abandoned();
          }
        };
    Supplier<MorselMatcher> fresh = () -> new MorselMatcher(inputs, mostPairs, check);
    this.matcher = ThreadLocal.withInitial(fresh);
  }

  /// A queue over all X positions, in morsels of a size that suits the inputs.
  ///
  /// @param morselRows how many X positions a morsel has; 0 for as many as suit
  static MorselQueue of(
      List<IndexedInput> inputs, int xCount, int morselRows, Execution execution) {
    int threads = execution.workers().threads();
    long affordable = execution.allocator().getLimit() / (8L * Integer.BYTES * threads);
    long mostPairs = Math.max(1, Math.min(MOST_HELD_PAIRS, affordable));
    int rows = morselRows > 0 ? morselRows : morselRows(inputs, xCount, threads, mostPairs);
    return new MorselQueue(xCount, inputs, rows, mostPairs, execution);
  }

  private static int morselRows(
      List<IndexedInput> inputs, int xCount, int threads, long mostPairs) {
    long perX =
        Math.max(1, inputs.stream().mapToLong(input -> input.tactic().candidatesPerX()).sum());
    int preferred =
        inputs.stream().mapToInt(input -> input.tactic().preferredRows()).max().orElse(1);
    long evenly = xCount / (4L * threads) + 1;
    long byPairs = Math.min(Math.min(PAIRS_PER_MORSEL / perX, MOST_MORSEL_ROWS), evenly);
    long byBlock = Math.min(Math.min(preferred, evenly), mostPairs / perX);
    return (int) Math.max(1, Math.max(byPairs, byBlock));
  }

  /// Work whose result nobody waits for any more.
  private static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super("the join has ended", null, false, false);
    }
  }

  boolean hasNext() {
    return nextX < xCount || !ahead.isEmpty();
  }

  /// The next morsel in X order. The caller owns its bytes until it [releases][#release] them.
  Morsel next() {
    fill();
    Ahead first = ahead.removeFirst();
    Morsel morsel = Workers.result(first.future());
    int wanted = Math.min(xCount, first.to());
    if (morsel.to < wanted) {
      // cut off for its size: the rest comes before all that is ahead
      ahead.addFirst(submit(morsel.to, wanted));
    }
    return morsel;
  }

  void release(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  long heldBytes() {
    return heldBytes.get();
  }

  private void fill() {
    while (nextX < xCount
        && ahead.size() < mostAhead
        && (ahead.isEmpty() || heldBytes.get() < budgetBytes)) {
      int to = (int) Math.min(xCount, (long) nextX + morselRows);
      ahead.addLast(submit(nextX, to));
      nextX = to;
    }
  }

  private Ahead submit(int from, int to) {
    Future<Morsel> future =
        workers.submit(
            () -> {
              Morsel morsel = matcher.get().match(from, to);
              heldBytes.addAndGet(morsel.bytes());
              return morsel;
            });
    return new Ahead(future, to);
  }

  /// A morsel on its way, which is to reach up to `to`.
  private record Ahead(Future<Morsel> future, int to) {}

  /// Waits for what is on its way, since it reads memory that the caller frees.
  @Override
  public void close() {
    closed = true;
    for (Ahead morsel : ahead) {
      try {
        Workers.result(morsel.future());
      } catch (RuntimeException e) {
        // abandoned, or too late: what ended the join was thrown before
      }
    }
    matcher.remove();
  }
}
