package dev.dovetail.server;

/// What a token may use at most.
///
/// @param requestsPerMinute on average; some may come at once
/// @param concurrentRuns runs that wait or go on at a time
public record TokenLimits(int requestsPerMinute, int concurrentRuns) {
  public static final TokenLimits NONE = new TokenLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);
  public static final TokenLimits DEFAULT = new TokenLimits(600, 10);

  public TokenLimits {
    if (requestsPerMinute < 1 || concurrentRuns < 1) {
      throw new IllegalArgumentException(requestsPerMinute + " requests, " + concurrentRuns);
    }
  }
}
