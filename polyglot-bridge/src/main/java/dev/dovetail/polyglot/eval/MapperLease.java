package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import org.jspecify.annotations.Nullable;

/// A worker process for the life of one mapper, ended if the run is stopped.
final class MapperLease {
  private final PythonWorkers workers;
  private final Mode mode;
  private final RunControl control;
  private @Nullable WorkerProcess worker;
  private RunControl.@Nullable Registration stopping;

  MapperLease(PythonWorkers workers, Mode mode, RunControl control) {
    this.workers = workers;
    this.mode = mode;
    this.control = control;
  }

  Interpreter python() {
    WorkerProcess taken = workers.take(mode, control);
    worker = taken;
    stopping = control.onStop(taken::close);
    return taken;
  }

  void end() {
    if (stopping != null) {
      stopping.close();
    }
    if (worker != null) {
      workers.give(worker);
    }
  }
}
