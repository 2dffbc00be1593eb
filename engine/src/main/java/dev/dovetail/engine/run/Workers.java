package dev.dovetail.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// The threads of one run. Closing waits for work that has begun, since it reads memory that the
/// caller frees next.
public final class Workers implements AutoCloseable {
  private final int threads;
  private final ExecutorService pool;

  /// @param threads with one, work is done by whoever asks for it
  public Workers(int threads) {
    this.threads = threads;
    this.pool =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("join-", 0).factory());
  }

  public int threads() {
    return threads;
  }

  /// Begins a task; with one thread, does it.
  public <T> Future<T> submit(Callable<T> task) {
    if (threads > 1) {
      return pool.submit(task);
    }
    FutureTask<T> done = new FutureTask<>(task);
    done.run();
    return done;
  }

  /// The result of a task, or what it failed with.
  public static <T> T result(Future<T> task) {
    try {
      return task.get();
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

  /// Does `task` for every number below `count`, on all threads, and returns when all are done.
  /// After a failure no further number is begun, and the failure is thrown.
  public void each(int count, IntConsumer task) {
    if (threads == 1 || count <= 1) {
      for (int i = 0; i < count; i++) {
        task.accept(i);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> shares = new ArrayList<>();
    for (int t = 0; t < Math.min(threads, count); t++) {
      shares.add(pool.submit(() -> share(next, count, task)));
    }
    Throwable failure = null;
    for (Future<?> share : shares) {
      try {
        result(share);
      } catch (RuntimeException | Error e) {
        failure = failure == null ? e : failure;
      }
    }
    switch (failure) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  private static void share(AtomicInteger next, int count, IntConsumer task) {
    try {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        task.accept(i);
      }
    } catch (RuntimeException | Error e) {
      next.set(count);
      throw e;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
