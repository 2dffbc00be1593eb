package dev.dovetail.tasks.run;

import dev.dovetail.sessions.Session;
import dev.dovetail.tasks.Task;

/// A task that has run and published.
///
/// @param session what was recorded of it, with the version that its output got
public record RunResult(Task task, Session session) {
  public long outputRows() {
    return session.metrics().outputRows();
  }

  public long matches() {
    return session.metrics().matches();
  }
}
