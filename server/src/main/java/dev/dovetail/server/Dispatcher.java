package dev.dovetail.server;

import dev.dovetail.errors.DovetailException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Takes runs out of the queues of all namespaces in turn, as many as may go on at a time, and
/// keeps their leases.
///
/// Runs go on on the platform's threads: the engine computes and waits for processes, and a virtual
/// thread must not be pinned by that.
final class Dispatcher implements AutoCloseable {
  /// After which runs of other servers are looked for.
  private static final long MILLIS_BETWEEN_LOOKS = 1000;

  private final Supplier<List<Runs>> queues;
  private final ExecutorService threads;
  private final Semaphore free;
  private final Semaphore news = new Semaphore(0);
  private final Thread taker;
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("heartbeats").factory());
  private volatile boolean closed;
  private int turn;

  /// @param queues of the namespaces that there are
  /// @param slots how many runs go on at a time
  Dispatcher(Supplier<List<Runs>> queues, int slots) {
    this.queues = queues;
    this.threads =
        Executors.newFixedThreadPool(slots, Thread.ofPlatform().name("run-", 0).factory());
    this.free = new Semaphore(slots);
    this.taker = Thread.ofPlatform().daemon().name("dispatcher").unstarted(this::takeRuns);
  }

  void start() {
    taker.start();
    long beat = ServerLimits.LEASE.toMillis() / 3;
    var _ = heart.scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
  }

  /// Something may have been submitted.
  void wake() {
    news.release();
  }

  /// Does the work of a run that did not come out of a queue, when a thread is free.
  void execute(Runnable work) {
    threads.execute(work);
  }

  private void takeRuns() {
    try {
      while (!closed) {
        free.acquire();
        Optional<Runnable> work = closed ? Optional.empty() : next();
        if (work.isPresent()) {
          threads.execute(() -> doAndFree(work.get()));
        } else {
          free.release();
          boolean _ = news.tryAcquire(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
          news.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void doAndFree(Runnable work) {
    try {
      work.run();
    } finally {
      free.release();
    }
  }

  /// The next run, of the namespace behind the one whose turn it was.
  private Optional<Runnable> next() {
    List<Runs> all = queues.get();
    for (int i = 0; i < all.size(); i++) {
      turn = (turn + 1) % all.size();
      try {
        Optional<Runnable> work = all.get(turn).take();
        if (work.isPresent()) {
          return work;
        }
      } catch (DovetailException away) {
        // a catalog that cannot be reached now may be there the next time
      }
    }
    return Optional.empty();
  }

  private void beat() {
    for (Runs runs : queues.get()) {
      try {
        runs.heartbeat();
      } catch (DovetailException away) {
        // the lease holds for two beats more
      }
    }
  }

  /// Stops what goes on and waits a moment for it.
  @Override
  public void close() {
    closed = true;
    wake();
    queues.get().forEach(Runs::stop);
    try {
      taker.join(TimeUnit.SECONDS.toMillis(10));
      queues.get().forEach(Runs::stop); // what the taker had just taken
      threads.shutdown();
      boolean _ = threads.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    heart.shutdownNow();
  }
}
