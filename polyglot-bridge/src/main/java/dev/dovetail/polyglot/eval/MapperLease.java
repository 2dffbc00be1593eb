package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A worker process for the life of one mapper, ended if the run is stopped.
final class MapperLease {
  private final WorkerSource workers;
  private final Mode mode;
  private final Lost lost;
  private final RunControl control;
  private @Nullable WorkerProcess worker;
  private RunControl.@Nullable Registration stopping;

  MapperLease(WorkerSource workers, Mode mode, Lost lost, RunControl control) {
    this.workers = workers;
    this.mode = mode;
    this.lost = lost;
    this.control = control;
  }

  RowMapper mapper(FunctionSource function, Map<String, Constant> parameters) {
    return new InterpreterMapper(
        function,
        parameters,
        this::python,
        control,
        (in, where) -> lost.because(python(), in, where),
        this::end);
  }

  private WorkerProcess python() {
    WorkerProcess taken = worker;
    if (taken == null) {
      taken = workers.take(mode, control);
      worker = taken;
      stopping = control.onStop(taken::close);
    }
    return taken;
  }

  private void end() {
    if (stopping != null) {
      stopping.close();
    }
    if (worker != null) {
      workers.give(worker);
    }
  }
}
