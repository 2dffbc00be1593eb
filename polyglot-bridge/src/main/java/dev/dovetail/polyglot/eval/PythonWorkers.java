package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.function.FunctionSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The Python processes of an engine: started when a function must be evaluated, kept for the next
/// one, ended with the engine. Thread-safe; what it hands out is used by one thread at a time.
public final class PythonWorkers implements PythonEvaluator, WorkerSource, AutoCloseable {
  private final WorkerSettings settings;
  private final List<WorkerProcess> idle = new ArrayList<>();
  private final List<WorkerProcess> all = new ArrayList<>();
  private boolean closed;

  public PythonWorkers(WorkerSettings settings) {
    this.settings = settings;
  }

  @Override
  public PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    refuseHeld(function);
    return new WorkerJudge(this, function, parameters, x, y, control);
  }

  @Override
  public KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    refuseHeld(xKey);
    refuseHeld(yKey);
    if (x.count() == 0 || y.count() == 0) {
      return new KeyIds(new long[x.count()], new long[y.count()]); // no pair asks for a key
    }
    Mode mode = settings.modeFor((long) x.count() + y.count());
    return KeyComputation.inWorker(this, mode, PythonWorkers::lost, xKey, yKey, x, y, control);
  }

  private static DovetailException lost(WorkerProcess worker, String in, String where) {
    return new DovetailException(
        ErrorCode.E128,
        "the Python worker " + worker.ending() + " in " + in,
        where,
        "Nothing was published. Look at what the function does there, or give workers more memory.");
  }

  @Override
  public RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control) {
    refuseHeld(function);
    return new MapperLease(this, settings.modeFor(rows), PythonWorkers::lost, control)
        .mapper(function, parameters);
  }

  static void refuseHeld(FunctionSource function) {
    if (function instanceof FunctionSource.Held(var name, _, var because, _)) {
      throw new DovetailException(
          ErrorCode.E108,
          "function '" + name + "' cannot leave the script that holds it",
          because,
          "Run the task inside the script, or give the function as PythonFunction(source=...).");
    }
  }

  WorkerSettings settings() {
    return settings;
  }

  /// An idle process that is as good, or a new one; ready when this returns. A stopped run ends it.
  @Override
  public WorkerProcess take(Mode mode, RunControl control) {
    WorkerProcess worker;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the workers are closed");
      }
      idle.removeIf(w -> !w.isAlive());
      Optional<WorkerProcess> found = idle(Mode.FAST);
      if (found.isEmpty() && mode == Mode.QUICK) {
        found = idle(Mode.QUICK);
      }
      if (found.isPresent()) {
        idle.remove(found.get());
        return found.get();
      }
      worker = WorkerProcess.start(settings, mode);
      all.add(worker);
    }
    try (var _ = control.onStop(worker::close)) {
      worker.awaitReady();
      return worker;
    } catch (IOException e) {
      discard(worker);
      control.check();
      if (mode == Mode.FAST) {
        return take(
            Mode.QUICK, control); // a JDK that does not take the compiler: slower, not wrong
      }
      throw new DovetailException(
          ErrorCode.E128,
          "a Python worker " + worker.ending() + " while it started",
          worker.firstError(),
          "Give it more memory, and check that the disk of its cache folder is not full.");
    }
  }

  /// A fast process that is there is as quick as any, and may know the function already.
  private Optional<WorkerProcess> idle(Mode mode) {
    return idle.stream().filter(worker -> worker.mode() == mode).findFirst();
  }

  @Override
  public synchronized void give(WorkerProcess worker) {
    if (closed || !worker.isAlive()) {
      worker.close();
      all.remove(worker);
    } else {
      idle.add(worker);
    }
  }

  @Override
  public synchronized void discard(WorkerProcess worker) {
    worker.close();
    all.remove(worker);
  }

  /// The ids of the processes that run now.
  public synchronized List<Long> processes() {
    return all.stream().filter(WorkerProcess::isAlive).map(WorkerProcess::pid).toList();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (settings.record().isPresent()) {
      idle.forEach(WorkerProcess::closeOrderly);
    }
    all.forEach(WorkerProcess::close);
    all.clear();
    idle.clear();
  }
}
