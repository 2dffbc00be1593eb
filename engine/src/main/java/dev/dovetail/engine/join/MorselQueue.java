package dev.dovetail.engine.join;

import dev.dovetail.engine.run.RunControl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Matches morsels on several threads and hands them out in X order.
///
/// Morsels ahead of the one that is handed out next are bounded in number and, once done, in bytes;
/// so memory does not depend on how fast they are taken. With one thread, work happens in [#next].
final class MorselQueue implements AutoCloseable {
  private static final int MORSELS_AHEAD_PER_THREAD = 2;

  private final int xCount;
  private final int morselRows;
  private final long budgetBytes;
  private final int mostAhead;
  private final ThreadLocal<MorselMatcher> matcher;
  private final ExecutorService workers;
  private final boolean inline;
  private final Deque<Future<Morsel>> ahead = new ArrayDeque<>();
  private final AtomicLong heldBytes = new AtomicLong();
  private volatile boolean closed;
  private int nextX;

  MorselQueue(
      int xCount,
      List<BoundInput> inputs,
      List<JoinTactic> tactics,
      int morselRows,
      long mostPairs,
      JoinSettings settings,
      RunControl control) {
    this.xCount = xCount;
    this.morselRows = morselRows;
    this.budgetBytes = settings.memoryBytes() / 2;
    this.inline = settings.threads() == 1;
    this.mostAhead = inline ? 1 : settings.threads() * MORSELS_AHEAD_PER_THREAD;
    Runnable check =
        () -> {
          control.check();
          if (closed) {
            throw new Abandoned();
          }
        };
    Supplier<MorselMatcher> fresh = () -> new MorselMatcher(inputs, tactics, mostPairs, check);
    this.matcher = ThreadLocal.withInitial(fresh);
    this.workers =
        Executors.newFixedThreadPool(
            settings.threads(), Thread.ofPlatform().daemon().name("join-", 0).factory());
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
    Future<Morsel> first = ahead.removeFirst();
    Morsel morsel = await(first);
    int wanted = Math.min(xCount, endOf(first));
    if (morsel.to < wanted) {
      // cut off for its size: the rest comes before all that is ahead
      ahead.addFirst(submit(morsel.to, wanted));
    }
    return morsel;
  }

  private static int endOf(Future<Morsel> future) {
    return ((Task) future).to;
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

  private Task submit(int from, int to) {
    Task task = new Task(from, to);
    if (inline) {
      task.run();
    } else {
      workers.execute(task);
    }
    return task;
  }

  private final class Task extends FutureTask<Morsel> {
    final int to;

    Task(int from, int to) {
      super(
          () -> {
            Morsel morsel = matcher.get().match(from, to);
            heldBytes.addAndGet(morsel.bytes());
            return morsel;
          });
      this.to = to;
    }
  }

  private static Morsel await(Future<Morsel> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a join was running", e);
    }
  }

  /// Ends the workers and waits for them, since they read memory that the caller frees.
  @Override
  public void close() {
    closed = true;
    workers.close();
    matcher.remove();
  }
}
