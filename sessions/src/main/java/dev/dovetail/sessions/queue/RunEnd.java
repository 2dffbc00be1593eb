package dev.dovetail.sessions.queue;

/// How a run ends in its server's hands.
public sealed interface RunEnd {
  /// What it is called in the catalog.
  RunState state();

  /// The run has done what was asked.
  ///
  /// @param result JSON
  record Done(String result) implements RunEnd {
    @Override
    public RunState state() {
      return RunState.DONE;
    }
  }

  /// The run has failed, for good.
  ///
  /// @param error JSON
  record Failed(String error) implements RunEnd {
    @Override
    public RunState state() {
      return RunState.FAILED;
    }
  }
}
