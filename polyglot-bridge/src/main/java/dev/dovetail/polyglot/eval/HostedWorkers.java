package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// The Python processes of a server, which evaluate the functions of people who do not know each
/// other. A worker stands behind the walls of [Hosting#sandbox], serves one function of one
/// namespace, is killed when it is late, and is ended, never reset for another. Thread-safe.
public final class HostedWorkers implements AutoCloseable {
  /// An idle worker holds memory that others may need.
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /// How closely deadlines are kept.
  private static final long WATCH_MILLIS = 25;

  private static final long WAIT_MILLIS = 100;

  /// No answer about a batch is longer; most are some kilobytes.
  private static final int LONGEST_ANSWER = 64 << 20;

  private record Idle(WorkerKey key, WorkerProcess worker, long since) {}

  private final WorkerSettings settings;
  private final Hosting hosting;
  private final Function<Mode, Process> launch;
  private final Thread watch;

  /// Idle workers, the longest idle first.
  private final List<Idle> idle = new ArrayList<>();

  private final List<WorkerProcess> all = new ArrayList<>();
  private boolean cacheFilled;
  private boolean closed;

  public HostedWorkers(WorkerSettings settings, Hosting hosting) {
    this(settings, hosting, mode -> launched(settings, hosting, mode));
  }

  /// @param launch starts a process, for tests of processes that misbehave
  HostedWorkers(WorkerSettings settings, Hosting hosting, Function<Mode, Process> launch) {
    this.settings = settings;
    this.hosting = hosting;
    this.launch = launch;
    this.watch = Thread.ofPlatform().daemon().name("worker-watch").start(this::watch);
  }

  private static Process launched(WorkerSettings settings, Hosting hosting, Mode mode) {
    return WorkerProcess.started(
        settings,
        settings.walled(
            hosting.sandbox(),
            mode,
            "dev.dovetail.polyglot.worker.WorkerMain",
            List.of("-Xss4m", "-XX:+ExitOnOutOfMemoryError")));
  }

  /// Evaluates the functions of one tenant, in workers that no other tenant ever uses.
  public PythonEvaluator forNamespace(String namespace) {
    return new HostedEvaluator(this, namespace);
  }

  WorkerSettings settings() {
    return settings;
  }

  Hosting hosting() {
    return hosting;
  }

  /// An idle process of the key, or a new one; where too many live, idle ones of others are ended,
  /// and if there are none the caller waits.
  WorkerProcess take(WorkerKey key, Mode mode, RunControl control) {
    WorkerProcess worker = reserve(key, mode, control);
    if (worker.isReady()) {
      return worker;
    }
    try (var _ = control.onStop(worker::close)) {
      worker.awaitReady();
      return worker;
    } catch (IOException e) {
      String ending = worker.ending();
      discard(worker);
      control.check();
      if (fillCache(control)) {
        return take(key, mode, control);
      }
      throw new DovetailException(
          ErrorCode.E128,
          "a Python worker " + ending + " while it started",
          worker.firstError(),
          "Give it more memory, and look at the sandbox in /health.");
    }
  }

  private synchronized WorkerProcess reserve(WorkerKey key, Mode mode, RunControl control) {
    long waitsUntil = System.nanoTime() + hosting.deadlines().session().toNanos();
    while (true) {
      if (closed) {
        throw new IllegalStateException("the workers are closed");
      }
      control.check();
      for (Idle known : idle) {
        if (known.key.equals(key) && known.worker.mode() == mode && known.worker.isAlive()) {
          idle.remove(known);
          return known.worker;
        }
      }
      endIdle(all.size() >= hosting.mostWorkers() ? 1 : 0);
      if (all.size() < hosting.mostWorkers()) {
        WorkerProcess worker =
            new WorkerProcess(launch.apply(mode), mode, settings.memoryBytes(), LONGEST_ANSWER);
        all.add(worker);
        return worker;
      }
      if (System.nanoTime() - waitsUntil > 0) {
        throw new DovetailException(
            ErrorCode.E401,
            "no Python worker became free within " + seconds(hosting.deadlines().session()),
            "",
            "Nothing was published. Try again when the server has less to do.");
      }
      try {
        wait(WAIT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DovetailException(ErrorCode.E402, "the run was cancelled", "", "");
      }
    }
  }

  /// Ends the dead and the stale, and at least so many others, the longest idle first.
  private void endIdle(int atLeast) {
    long now = System.nanoTime();
    int left = atLeast;
    for (Idle known : List.copyOf(idle)) {
      if (left > 0 || !known.worker.isAlive() || now - known.since > IDLE_NANOS) {
        idle.remove(known);
        discard(known.worker);
        left--;
      }
    }
  }

  /// Unpacks the interpreter's library into its folder, which a worker behind walls only reads. No
  /// function is loaded by the process that does it. False if that was tried before.
  private synchronized boolean fillCache(RunControl control) {
    if (cacheFilled || hosting.sandbox() instanceof Sandbox.None) {
      return false;
    }
    cacheFilled = true;
    try (WorkerProcess unwalled = WorkerProcess.start(settings, Mode.QUICK);
        var _ = control.onStop(unwalled::close)) {
      unwalled.awaitReady();
      return true;
    } catch (IOException e) {
      control.check();
      return false;
    }
  }

  /// Keeps a worker for the same function of the same namespace.
  synchronized void give(WorkerKey key, WorkerProcess worker) {
    if (closed || !worker.isAlive()) {
      discard(worker);
    } else {
      idle.add(new Idle(key, worker, System.nanoTime()));
      notifyAll();
    }
  }

  synchronized void discard(WorkerProcess worker) {
    worker.close();
    all.remove(worker);
    notifyAll();
  }

  private void watch() {
    long pairNanos = hosting.deadlines().pair().toNanos();
    try {
      while (true) {
        Thread.sleep(WATCH_MILLIS);
        List<WorkerProcess> live;
        synchronized (this) {
          endIdle(0);
          live = List.copyOf(all);
        }
        live.forEach(worker -> worker.endIfLate(pairNanos));
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  static String seconds(Duration time) {
    return time.toMillis() / 1000.0 + " s";
  }

  /// The ids of the processes that run now.
  public synchronized List<Long> processes() {
    return all.stream().filter(WorkerProcess::isAlive).map(WorkerProcess::pid).toList();
  }

  @Override
  public synchronized void close() {
    closed = true;
    watch.interrupt();
    all.forEach(WorkerProcess::close);
    all.clear();
    idle.clear();
    notifyAll();
  }
}
