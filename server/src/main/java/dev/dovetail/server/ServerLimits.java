package dev.dovetail.server;

import java.time.Duration;
import java.util.Optional;

/// What the server grants.
///
/// @param maxBodyBytes of rows in one request
/// @param concurrentRuns runs that go on at a time; more of them wait
/// @param abandoned a run at which nobody has looked for so long is cancelled; empty where runs may
///   go on by themselves
/// @param connections open at a time
/// @param idleConnection how long a connection may say nothing
/// @param kept how long the rows and the state of an ended run are kept
public record ServerLimits(
    long maxBodyBytes,
    int concurrentRuns,
    Duration kept,
    Optional<Duration> abandoned,
    int connections,
    Duration idleConnection) {
  /// Of a request that is JSON.
  static final int MAX_JSON_BYTES = 16 << 20;

  /// After so long without a sign of life another server may take a run.
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  static final ServerLimits DEFAULT =
      new ServerLimits(
          64L << 30, 2, Duration.ofHours(1), Optional.empty(), 4096, Duration.ofMinutes(1));

  /// The same where a run belongs to a program that waits for it, and asks after it more often.
  ServerLimits withAbandoned(Duration patience) {
    return new ServerLimits(
        maxBodyBytes, concurrentRuns, kept, Optional.of(patience), connections, idleConnection);
  }

  ServerLimits withMaxBodyBytes(long bytes) {
    return new ServerLimits(bytes, concurrentRuns, kept, abandoned, connections, idleConnection);
  }

  /// How long a client may wait for an answer before it has to ask again.
  static Duration wait(Duration asked) {
    return asked.compareTo(LONGEST_WAIT) < 0 ? asked : LONGEST_WAIT;
  }
}
