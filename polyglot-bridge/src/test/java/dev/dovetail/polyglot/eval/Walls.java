package dev.dovetail.polyglot.eval;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;

/// The sandbox of this machine, looked for once.
final class Walls {
  static final Sandbox.Detection FOUND = Sandbox.detect();

  private Walls() {}

  /// The sandbox; without one the test is skipped, and says why.
  static Sandbox assumed() {
    if (FOUND instanceof Sandbox.Found(var sandbox)) {
      return sandbox;
    }
    System.err.println("SKIPPED, because there is " + FOUND.text());
    assumeTrue(false, FOUND.text());
    throw new AssertionError();
  }

  /// The sandbox if there is one; for tests that mean something without it.
  static Sandbox best() {
    return FOUND instanceof Sandbox.Found(var sandbox) ? sandbox : Sandbox.NONE;
  }

  /// Deadlines of a pair and a batch in milliseconds.
  static Deadlines deadlines(long pair, long batch) {
    return new Deadlines(Duration.ofMillis(pair), Duration.ofMillis(batch), Duration.ofMinutes(2));
  }
}
