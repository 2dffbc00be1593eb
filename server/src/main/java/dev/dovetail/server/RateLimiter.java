package dev.dovetail.server;

import io.helidon.http.Status;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Counts the requests of each token by a bucket that fills steadily and holds ten seconds' worth,
/// so that a few may come at once.
///
/// A full bucket says no more than none, and is dropped: so what is kept are the tokens that were
/// used within the time in which a bucket fills, not those that were ever seen.
final class RateLimiter {
  private static final double SECONDS_HELD = 10;
  private static final long SWEEP_NANOS = (long) (SECONDS_HELD * 1e9);

  private final LongSupplier nanos;
  private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
  private long sweptAt;

  /// @param nanos the clock, as [System#nanoTime]
  RateLimiter(LongSupplier nanos) {
    this.nanos = nanos;
    this.sweptAt = nanos.getAsLong();
  }

  /// Counts a request, or refuses it with 429.
  void count(Access.Caller caller) {
    if (caller.limits().requestsPerMinute() == Integer.MAX_VALUE) {
      return;
    }
    long now = nanos.getAsLong();
    sweep(now);
    double perSecond = caller.limits().requestsPerMinute() / 60.0;
    // within one step of the map, so that no bucket is dropped while something is taken out of it
    Bucket after =
        buckets.compute(
            caller.id(),
            (_, before) -> (before == null ? Bucket.full(now) : before).take(now, perSecond));
    if (after.refused()) {
      throw new Refusal(
          Status.TOO_MANY_REQUESTS_429,
          "the token allows " + caller.limits().requestsPerMinute() + " requests a minute");
    }
  }

  /// How many tokens are remembered.
  int remembered() {
    return buckets.size();
  }

  private void sweep(long now) {
    synchronized (this) {
      if (now - sweptAt < SWEEP_NANOS) {
        return;
      }
      sweptAt = now;
    }
    for (String id : buckets.keySet()) {
      var _ = buckets.computeIfPresent(id, (_, bucket) -> bucket.isFull(now) ? null : bucket);
    }
  }

  /// @param missing how much of the bucket was not full when it was last looked at
  /// @param perSecond how fast it fills
  /// @param refused whether the last request found too little in it
  private record Bucket(double missing, double perSecond, long at, boolean refused) {
    static Bucket full(long now) {
      return new Bucket(0, 0, now, false);
    }

    Bucket take(long now, double rate) {
      double most = Math.max(1, rate * SECONDS_HELD);
      double left = Math.min(most, missingAt(now, rate));
      return most - left < 1
          ? new Bucket(left, rate, now, true)
          : new Bucket(left + 1, rate, now, false);
    }

    boolean isFull(long now) {
      return missingAt(now, perSecond) == 0;
    }

    private double missingAt(long now, double rate) {
      return Math.max(0, missing - (now - at) / 1e9 * rate);
    }
  }
}
