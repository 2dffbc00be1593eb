package dev.dovetail.sessions.queue;

/// The right of one server to end a run, until another server has taken the run or somebody has
/// cancelled it.
///
/// @param run as it was taken; its number of attempts tells this lease from earlier ones, also from
///   those of the same server
public record RunLease(Run run) {
  /// The id of the session that this attempt records. Attempts differ in it, so that they do not
  /// meet in one file.
  public String sessionId() {
    return run.attempts() == 1 ? run.id() : run.id() + "-" + run.attempts();
  }
}
