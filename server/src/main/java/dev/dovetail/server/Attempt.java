package dev.dovetail.server;

import dev.dovetail.engine.run.RunControl;
import dev.dovetail.sessions.queue.RunLease;
import java.util.Optional;

/// A run in the hands of this server.
///
/// @param submission what is to be run
/// @param caller how the one who submitted it evaluates what it holds, if it does
record Attempt(
    RunLease lease, Submission submission, RunControl control, Optional<CallerChannel> caller) {
  static Attempt of(RunLease lease, Submission submission) {
    return new Attempt(
        lease,
        submission,
        new RunControl(submission.options().timeout()),
        submission.needsCaller() ? Optional.of(new CallerChannel()) : Optional.empty());
  }

  String id() {
    return lease.run().id();
  }
}
