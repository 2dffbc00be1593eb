package dev.dovetail.sessions.queue;

import java.util.Locale;

/// Where a run stands. The last three are final.
public enum RunState {
  QUEUED,
  RUNNING,
  DONE,
  FAILED,
  CANCELLED;

  /// Whether the run has ended.
  public boolean isFinal() {
    return switch (this) {
      case QUEUED, RUNNING -> false;
      case DONE, FAILED, CANCELLED -> true;
    };
  }

  /// The lower-case name, as the catalog has it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RunState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
