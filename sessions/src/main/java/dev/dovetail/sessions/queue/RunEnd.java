package dev.dovetail.sessions.queue;

import dev.dovetail.errors.Problem;
import java.util.Optional;

/// How a run ends in its server's hands.
public sealed interface RunEnd {
  /// What it is called in the catalog.
  RunState state();

  /// Why nothing more was done; empty if all was.
  Optional<Problem> problem();

  /// The run has done what was asked.
  ///
  /// @param result JSON
  record Done(String result) implements RunEnd {
    @Override
    public RunState state() {
      return RunState.DONE;
    }

    @Override
    public Optional<Problem> problem() {
      return Optional.empty();
    }
  }

  /// The run has failed, for good.
  record Failed(Problem why) implements RunEnd {
    @Override
    public RunState state() {
      return RunState.FAILED;
    }

    @Override
    public Optional<Problem> problem() {
      return Optional.of(why);
    }
  }

  /// The run was stopped because somebody asked for it.
  record Cancelled(Problem why) implements RunEnd {
    @Override
    public RunState state() {
      return RunState.CANCELLED;
    }

    @Override
    public Optional<Problem> problem() {
      return Optional.of(why);
    }
  }
}
