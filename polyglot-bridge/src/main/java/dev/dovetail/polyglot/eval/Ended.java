package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;

/// Says what became of an interpreter that was lost in the middle of something.
interface Ended {
  /// The error for a loss.
  ///
  /// @param in what it was evaluating
  /// @param where the rows it was at
  DovetailException of(String in, String where);
}
