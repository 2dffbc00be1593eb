package dev.dovetail.server;

import io.helidon.http.Status;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Counts the requests of each token by a bucket that fills steadily and holds ten seconds' worth,
/// so that a few may come at once.
final class RateLimiter {
  private static final double SECONDS_HELD = 10;

  private final LongSupplier nanos;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

  /// @param nanos the clock, as [System#nanoTime]
  RateLimiter(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// Counts a request, or refuses it with 429.
  void count(Access.Caller caller) {
    if (caller.limits().requestsPerMinute() == Integer.MAX_VALUE) {
      return;
    }
    double perSecond = caller.limits().requestsPerMinute() / 60.0;
    if (!buckets.computeIfAbsent(caller.id(), _ -> new Bucket(perSecond)).take(perSecond)) {
      throw new Refusal(
          Status.TOO_MANY_REQUESTS_429,
          "the token allows " + caller.limits().requestsPerMinute() + " requests a minute");
    }
  }

  private final class Bucket {
    private double held;
    private long filledAt = nanos.getAsLong();

    Bucket(double perSecond) {
      held = most(perSecond);
    }

    private static double most(double perSecond) {
      return Math.max(1, perSecond * SECONDS_HELD);
    }

    synchronized boolean take(double perSecond) {
      long now = nanos.getAsLong();
      held = Math.min(most(perSecond), held + (now - filledAt) / 1e9 * perSecond);
      filledAt = now;
      if (held < 1) {
        return false;
      }
      held--;
      return true;
    }
  }
}
