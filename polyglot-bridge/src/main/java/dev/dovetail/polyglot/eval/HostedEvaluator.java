package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Map;

/// Evaluates the functions of one tenant of a server.
final class HostedEvaluator implements PythonEvaluator {
  private final HostedWorkers workers;
  private final String namespace;

  HostedEvaluator(HostedWorkers workers, String namespace) {
    this.workers = workers;
    this.namespace = namespace;
  }

  @Override
  public PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    PythonWorkers.refuseHeld(function);
    return new HostedJudge(
        source(WorkerKey.of(namespace, function)),
        workers.settings(),
        workers.hosting().deadlines(),
        function,
        parameters,
        x,
        y,
        control);
  }

  @Override
  public KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    PythonWorkers.refuseHeld(xKey);
    PythonWorkers.refuseHeld(yKey);
    if (x.count() == 0 || y.count() == 0) {
      return new KeyIds(new long[x.count()], new long[y.count()]); // no pair asks for a key
    }
    Mode mode = workers.settings().modeFor((long) x.count() + y.count());
    return KeyComputation.inWorker(
        source(WorkerKey.of(namespace, xKey, yKey)), mode, this::lost, xKey, yKey, x, y, control);
  }

  @Override
  public RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control) {
    PythonWorkers.refuseHeld(function);
    return new MapperLease(
            source(WorkerKey.of(namespace, function)),
            workers.settings().modeFor(rows),
            this::lost,
            control)
        .mapper(function, parameters);
  }

  private WorkerSource source(WorkerKey key) {
    Deadlines deadlines = workers.hosting().deadlines();
    return new WorkerSource() {
      @Override
      public WorkerProcess take(Mode mode, RunControl control) {
        WorkerProcess worker = workers.take(key, mode, control);
        worker.allow(deadlines.batch().toNanos(), deadlines.session().toNanos());
        return worker;
      }

      @Override
      public void give(WorkerProcess worker) {
        workers.give(key, worker);
      }

      @Override
      public void discard(WorkerProcess worker) {
        workers.discard(worker);
      }
    };
  }

  private DovetailException lost(WorkerProcess worker, String in, String where) {
    return ended(worker, workers.hosting().deadlines(), in, where);
  }

  /// The error for a worker that was lost, where no single pair can be blamed.
  static DovetailException ended(
      WorkerProcess worker, Deadlines deadlines, String in, String where) {
    Deadlines.Missed missed = worker.missed();
    if (missed == null) {
      return new DovetailException(
          ErrorCode.E128,
          "the Python worker " + worker.ending() + " in " + in,
          where,
          "Nothing was published. Look at what the function does there, and what it keeps in memory.");
    }
    return switch (missed) {
      case SESSION ->
          new DovetailException(
              ErrorCode.E401,
              in
                  + " had been at work for "
                  + HostedWorkers.seconds(deadlines.session())
                  + ", all that a session may take",
              where,
              "Nothing was published. Make the function cheaper, or put a gate before it.");
      case PAIR, BATCH ->
          new DovetailException(
              ErrorCode.E130,
              in
                  + " had not returned after "
                  + HostedWorkers.seconds(
                      missed == Deadlines.Missed.PAIR ? deadlines.pair() : deadlines.batch()),
              where,
              "Nothing was published. Look at what the function does there.");
    };
  }
}
