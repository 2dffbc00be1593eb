package dev.dovetail.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A session in one line of a list.
///
/// @param errorCode empty where the run succeeded
/// @param output the name of the Space or file; empty where nothing was published
public record SessionSummary(
    String id,
    String taskName,
    String taskKind,
    Optional<String> errorCode,
    Instant startedAt,
    Instant endedAt,
    Optional<String> output,
    long outputRows,
    long matches) {
  /// `done` or `failed`.
  public String outcome() {
    return errorCode.isEmpty() ? "done" : "failed";
  }

  public Duration duration() {
    return Duration.between(startedAt, endedAt);
  }
}
