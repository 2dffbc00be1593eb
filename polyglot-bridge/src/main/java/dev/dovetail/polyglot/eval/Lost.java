package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;

/// Says what became of a worker that was lost in the middle of something.
interface Lost {
  /// The error for a loss.
  ///
  /// @param in what it was evaluating
  /// @param where the rows it was at
  DovetailException because(WorkerProcess worker, String in, String where);
}
