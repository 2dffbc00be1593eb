package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.run.RunControl;
import org.jspecify.annotations.Nullable;

/// The one worker that a judge has taken, if it has one now. While it is held, a run that is
/// stopped closes it, which ends the wait for its answer; and it goes back to where it came from,
/// or is discarded, exactly once.
final class HeldWorker implements AutoCloseable {
  private final WorkerSource workers;
  private final RunControl control;
  private @Nullable WorkerProcess worker;
  private RunControl.@Nullable Registration stopping;

  HeldWorker(WorkerSource workers, RunControl control) {
    this.workers = workers;
    this.control = control;
  }

  /// The worker; null if none is held.
  @Nullable WorkerProcess worker() {
    return worker;
  }

  /// Holds a worker from now on. One that is held already must have been let go.
  WorkerProcess hold(WorkerProcess taken) {
    assert worker == null;
    worker = taken;
    stopping = control.onStop(taken::close);
    return taken;
  }

  /// Ends a worker that does not answer any more, or must not.
  void discard() {
    WorkerProcess lost = release();
    if (lost != null) {
      workers.discard(lost);
    }
  }

  /// Gives the worker back, if one is held.
  @Override
  public void close() {
    WorkerProcess kept = release();
    if (kept != null) {
      workers.give(kept);
    }
  }

  private @Nullable WorkerProcess release() {
    if (stopping != null) {
      stopping.close();
      stopping = null;
    }
    WorkerProcess released = worker;
    worker = null;
    return released;
  }
}
