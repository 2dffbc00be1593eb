package dev.dovetail.polyglot.eval;

import java.time.Duration;

/// How long the function of somebody else may take, by the clock of the wall. A worker that is late
/// is killed.
///
/// @param pair without progress: a function that has not returned from one pair after it is E130
/// @param batch for one command to a worker: some hundred pairs, the rows of a batch, the loading
///   of a function
/// @param session for all that one function does in a run
public record Deadlines(Duration pair, Duration batch, Duration session) {
  /// 5 s for a pair, 30 s for a batch, 10 minutes for a session.
  public static final Deadlines USUAL =
      new Deadlines(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(10));

  public Deadlines {
    if (!pair.isPositive() || batch.compareTo(pair) < 0 || session.compareTo(batch) < 0) {
      throw new IllegalArgumentException(
          "deadlines grow from the pair to the session: " + pair + ", " + batch + ", " + session);
    }
  }

  /// Which one a worker has missed.
  enum Missed {
    PAIR,
    BATCH,
    SESSION
  }
}
