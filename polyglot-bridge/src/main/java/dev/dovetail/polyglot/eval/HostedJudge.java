package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.join.Verdicts.Failure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.Deadlines.Missed;
import dev.dovetail.polyglot.eval.Interpreter.Stretch;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.worker.BadAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Judges the function of somebody else, who may mean harm.
///
/// When a worker is lost, its frame is judged again in a fresh one, in smaller frames, down to one
/// pair: a pair at which a fresh worker ends that has seen no other is guilty, and fails. So a
/// function that only keeps too much from pair to pair comes to its end, worker by worker, as long
/// as they are not too many.
final class HostedJudge implements PairJudge {
  private static final long FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /// Few, since nobody knows yet how slow the function is, and a batch has its deadline.
  private static final int FIRST_FRAME = 16;

  private static final int LARGEST_FRAME = 1 << 14;

  /// Workers that one judge may lose.
  private static final int MOST_LOST = 24;

  /// A quick process that has judged for so long is replaced by a fast one (see [WorkerJudge]).
  private static final long LONG_RUN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final WorkerSource workers;
  private final Deadlines deadlines;
  private final PairSession session;
  private final RunControl control;
  private final boolean becomesFast;
  private final BufferAllocator allocator = new RootAllocator();

  private final HeldWorker held;

  private Mode mode;

  /// Whether the worker has judged a pair since it was started.
  private boolean used;

  private int framePairs = FIRST_FRAME;
  private int lost;
  private long judged;
  private long spentNanos;

  HostedJudge(
      WorkerSource workers,
      WorkerSettings settings,
      Deadlines deadlines,
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    this.workers = workers;
    this.deadlines = deadlines;
    this.control = control;
    this.held = new HeldWorker(workers, control);
    this.mode = settings.modeFor(0); // nobody knows how many will come
    this.becomesFast = mode == Mode.QUICK && settings.mode() == Mode.AUTO && settings.canCompile();
    this.session =
        new PairSession(function, parameters, x, y, settings.memoryBytes() / 5, allocator);
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
      Optional<Judged> found = judgeFrame(pairs, at, to, onFailure, outcomes);
      if (found.isEmpty()) {
        continue; // once more, in a smaller frame
      }
      failures.addAll(found.get().failures());
      if (onFailure == OnFailure.STOP && !failures.isEmpty()) {
        judged += failures.getFirst().index() + 1L - at;
        break;
      }
      judged += found.get().to() - at;
      at = found.get().to();
    }
    return new Verdicts(outcomes, failures);
  }

  /// What is known of the pairs of a frame before `to`.
  private record Judged(int to, List<Failure> failures) {}

  /// Judges pairs [from, to), or finds the first one guilty; nothing if the worker was lost and no
  /// pair is to blame yet.
  private Optional<Judged> judgeFrame(
      PairBatch pairs, int from, int to, OnFailure onFailure, byte[] outcomes) {
    WorkerProcess python = ready(pairs, from);
    boolean alone = !used && to - from == 1;
    used = true;
    long started = System.nanoTime();
    python.allow(deadlines.batch().toNanos(), deadlines.session().toNanos() - spentNanos);
    try {
      List<Failure> found = session.judge(pairs, from, to, onFailure, false, outcomes, python);
      adapt(Math.max(1, System.nanoTime() - started), to - from);
      return Optional.of(new Judged(to, found));
    } catch (IOException e) {
      return after(python, e, pairs, from, to, alone)
          .map(
              error -> {
                outcomes[from] = Verdicts.FAILED;
                return new Judged(from + 1, List.of(new Failure(from, error)));
              });
    } finally {
      spentNanos += System.nanoTime() - started;
    }
  }

  private void adapt(long tookNanos, int pairs) {
    long fit = FRAME_NANOS * pairs / tookNanos;
    framePairs = (int) Math.clamp(fit, 1, Math.min(LARGEST_FRAME, framePairs * 4L));
  }

  /// What follows from the loss of a worker: an error of the first pair of the frame if it alone is
  /// guilty, nothing if smaller frames have to show that, or the end of the run.
  private Optional<PairError> after(
      WorkerProcess python, IOException why, PairBatch pairs, int from, int to, boolean alone) {
    Stretch stretch = python.stretch();
    Missed missed = python.missed();
    String ending = python.ending();
    held.discard();
    session.refuseEndless(pairs, from, stretch, control);
    control.check();
    int first = Math.min(from + stretch.from(), to - 1);
    int last = (int) Math.min(to, from + (long) stretch.to()) - 1;
    boolean endless = missed == Missed.PAIR && first == last;
    if (why instanceof BadAnswer || missed == Missed.SESSION || ++lost > MOST_LOST) {
      throw HostedEvaluator.ended(
          python,
          deadlines,
          "function '" + session.functionName() + "'",
          first == last
              ? "at " + session.pairText(pairs, first)
              : "between "
                  + session.pairText(pairs, first)
                  + " and "
                  + session.pairText(pairs, last));
    }
    if (first == from && (endless || alone)) {
      return Optional.of(
          missed == null
              ? new PairError(ErrorCode.E128, "the Python worker " + ending, "")
              : new PairError(ErrorCode.E130, "had not returned after " + limit(missed), ""));
    }
    // the pairs before the stretch were well; those of it are cut in pieces
    framePairs =
        first > from ? first - from : Math.max(1, Math.min(to - from, last + 1 - first) / 8);
    return Optional.empty();
  }

  private String limit(Missed missed) {
    return HostedWorkers.seconds(missed == Missed.PAIR ? deadlines.pair() : deadlines.batch());
  }

  /// The process to use next, with the function loaded; a fresh one after a loss.
  private WorkerProcess ready(PairBatch pairs, int from) {
    if (becomesFast && mode == Mode.QUICK && spentNanos >= LONG_RUN_NANOS) {
      mode = Mode.FAST;
      held.close();
    }
    WorkerProcess now = held.worker();
    return now != null ? now : opened(pairs, from);
  }

  private WorkerProcess opened(PairBatch pairs, int from) {
    WorkerProcess python = held.hold(workers.take(mode, control));
    used = false;
    long started = System.nanoTime();
    python.allow(deadlines.batch().toNanos(), deadlines.session().toNanos() - spentNanos);
    try {
      session.open(python);
      return python;
    } catch (IOException e) {
      held.discard();
      control.check();
      throw HostedEvaluator.ended(
          python,
          deadlines,
          "function '" + session.functionName() + "', while it was loaded,",
          "before " + session.pairText(pairs, from));
    } finally {
      spentNanos += System.nanoTime() - started;
    }
  }

  @Override
  public long judged() {
    return judged;
  }

  @Override
  public void close() {
    held.close();
    allocator.close();
  }
}
