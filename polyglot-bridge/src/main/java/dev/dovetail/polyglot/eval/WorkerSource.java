package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;

/// Where the workers of one purpose come from.
interface WorkerSource {
  /// A process that is ready, for the use of one thread.
  WorkerProcess take(Mode mode, RunControl control);

  /// Takes a process back that may be used again.
  void give(WorkerProcess worker);

  /// Ends a process.
  void discard(WorkerProcess worker);
}
