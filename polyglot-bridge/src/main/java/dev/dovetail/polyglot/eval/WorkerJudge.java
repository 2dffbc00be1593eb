package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.join.Verdicts.Failure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.Interpreter.Stretch;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.function.FunctionSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/// Judges in a worker process. Pairs go over in frames that take about half a second each; between
/// two of them a run can be stopped, and a quick process that has run for long can hand over to a
/// fast one.
final class WorkerJudge implements PairJudge {
  /// A quick process that has judged for so long gets a fast one started beside it. That takes
  /// about as long to be warm; so whenever the pairs end, a run takes at most about twice the time
  /// of the better choice (the rent-or-buy rule of Karlin et al., "Competitive snoopy caching",
  /// 1988).
  private static final long LONG_RUN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// What a second try may take beyond twice the time of the first.
  private static final long RETRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int FIRST_FRAME = 256;
  private static final int LARGEST_FRAME = 1 << 17;

  private final PythonWorkers workers;
  private final PairSession session;
  private final RunControl control;
  private final HeldWorker held;
  private final BufferAllocator allocator = new RootAllocator();

  private @Nullable CompletableFuture<WorkerProcess> faster;
  private boolean handOverTried;
  private int framePairs = FIRST_FRAME;
  private long judged;
  private long spentNanos;

  WorkerJudge(
      PythonWorkers workers,
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    this.workers = workers;
    this.control = control;
    this.held = new HeldWorker(workers, control);
    long sideBytes = workers.settings().memoryBytes() / 5;
    this.session = new PairSession(function, parameters, x, y, sideBytes, allocator);
  }

  @Override
  public Verdicts judge(PairBatch pairs, OnFailure onFailure) {
    byte[] outcomes = new byte[pairs.size()];
    Arrays.fill(outcomes, Verdicts.UNJUDGED);
    List<Failure> failures = new ArrayList<>();
    int at = 0;
    while (at < pairs.size()) {
      control.check();
      int to = Math.min(pairs.size(), at + framePairs);
      failures.addAll(judgeFrame(pairs, at, to, onFailure, outcomes));
      if (onFailure == OnFailure.STOP && !failures.isEmpty()) {
        judged += failures.getFirst().index() + 1L - at;
        break;
      }
      judged += to - at;
      at = to;
    }
    return new Verdicts(outcomes, failures);
  }

  private List<Failure> judgeFrame(
      PairBatch pairs, int from, int to, OnFailure onFailure, byte[] outcomes) {
    WorkerProcess python = ready(pairs, from);
    long started = System.nanoTime();
    try {
      List<Failure> failures = session.judge(pairs, from, to, onFailure, false, outcomes, python);
      long took = Math.max(1, System.nanoTime() - started);
      spentNanos += took;
      adapt(took, to - from);
      return failures;
    } catch (IOException e) {
      Stretch stretch = python.stretch();
      String ending = lost(python);
      throw died(pairs, from, to, stretch, onFailure, ending, System.nanoTime() - started);
    }
  }

  private void adapt(long tookNanos, int pairs) {
    long fit = FRAME_NANOS * pairs / tookNanos;
    framePairs = (int) Math.clamp(fit, 16, Math.min(LARGEST_FRAME, framePairs * 4L));
  }

  /// The process to use next, with the function loaded.
  private WorkerProcess ready(PairBatch pairs, int from) {
    if (held.worker() == null) {
      use(
          workers.take(workers.settings().modeFor(0), control),
          pairs,
          from); // nobody knows how many will come
    }
    handOver(pairs, from);
    return java.util.Objects.requireNonNull(held.worker());
  }

  private void use(WorkerProcess python, PairBatch pairs, int from) {
    held.hold(python);
    try {
      session.open(python);
    } catch (IOException e) {
      String ending = lost(python);
      control.check();
      throw new DovetailException(
          ErrorCode.E128,
          "the Python worker " + ending + " while it loaded '" + session.functionName() + "'",
          "before " + session.pairText(pairs, from),
          "Look for what the function's module does when it is loaded.");
    }
  }

  /// Moves a long run from a quick process to a fast one, between two frames.
  private void handOver(PairBatch pairs, int from) {
    CompletableFuture<WorkerProcess> next = faster;
    if (next != null) {
      if (next.isDone()) {
        faster = null;
        if (!next.isCompletedExceptionally()) {
          held.close();
          use(next.join(), pairs, from);
        }
      }
      return;
    }
    if (handOverTried || !isLong()) {
      return;
    }
    handOverTried = true;
    faster = new CompletableFuture<>();
    CompletableFuture<WorkerProcess> promise = faster;
    Thread.ofPlatform()
        .daemon()
        .name("faster-worker")
        .start(
            () -> {
              try {
                WorkerProcess started = workers.take(Mode.FAST, control);
                if (!promise.complete(started)) {
                  workers.give(started);
                }
              } catch (RuntimeException e) {
                promise.completeExceptionally(e);
              }
            });
  }

  private boolean isLong() {
    WorkerProcess now = held.worker();
    return now != null
        && now.mode() == Mode.QUICK
        && spentNanos >= LONG_RUN_NANOS
        && workers.settings().mode() == Mode.AUTO
        && workers.settings().canCompile();
  }

  /// Ends a process that does not answer any more; says how it ended.
  private String lost(WorkerProcess python) {
    String ending = python.ending();
    held.discard();
    return ending;
  }

  /// The error for a process that died; names the pair, if need be by a second try pair by pair.
  private DovetailException died(
      PairBatch pairs,
      int from,
      int to,
      Stretch stretch,
      OnFailure onFailure,
      String ending,
      long tookNanos) {
    session.refuseEndless(pairs, from, stretch, control);
    control.check();
    int low = Math.min(from + stretch.from(), to - 1);
    int high = (int) Math.min(to, from + (long) stretch.to());
    int guilty = high - low <= 1 ? low : retraced(pairs, low, high, onFailure, tookNanos);
    control.check();
    return new DovetailException(
        ErrorCode.E128,
        "the Python worker " + ending + " in function '" + session.functionName() + "'",
        "at " + session.pairText(pairs, guilty),
        "Nothing was published. Look at what the function does with this pair, or give workers more"
            + " memory.");
  }

  /// Judges a stretch again in a new process, which says each pair before it judges it.
  private int retraced(PairBatch pairs, int low, int high, OnFailure onFailure, long tookNanos) {
    WorkerProcess python = workers.take(Mode.QUICK, control);
    try (var _ = control.onStop(python::close)) {
      Thread watch =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      TimeUnit.NANOSECONDS.sleep(tookNanos * 2 + RETRACE_NANOS);
                      python.close();
                    } catch (InterruptedException e) {
                      // it came to an end
                    }
                  });
      try {
        session.open(python);
        session.judge(pairs, low, high, onFailure, true, new byte[high], python);
        return low;
      } catch (IOException e) {
        return Math.min(low + python.stretch().from(), high - 1);
      } finally {
        watch.interrupt();
      }
    } finally {
      workers.discard(python);
    }
  }

  @Override
  public long judged() {
    return judged;
  }

  @Override
  public void close() {
    held.close();
    CompletableFuture<WorkerProcess> next = faster;
    if (next != null && !next.cancel(false) && !next.isCompletedExceptionally()) {
      workers.give(next.join());
    }
    faster = null;
    allocator.close();
  }
}
