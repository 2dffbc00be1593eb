package dev.dovetail.sessions;

import java.util.ArrayList;
import java.util.List;

/// How many keys have how many matches, in buckets that double: 0, 1, 2 to 3, 4 to 7, ...
///
/// @param buckets ascending; empty buckets are left out
public record Histogram(List<Bucket> buckets) {
  public static final Histogram EMPTY = new Histogram(List.of());

  public Histogram {
    buckets = List.copyOf(buckets);
  }

  /// One bar.
  ///
  /// @param from the fewest matches of a key in the bucket
  /// @param to the most
  public record Bucket(long from, long to, long keys) {}

  /// A histogram from counts of keys with 0 matches, with 1, with 2 or 3, with 4 to 7, and so on.
  public static Histogram ofDoubling(List<Long> counts) {
    List<Bucket> buckets = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > 0) {
        buckets.add(
            i == 0
                ? new Bucket(0, 0, counts.get(i))
                : new Bucket(1L << (i - 1), (1L << i) - 1, counts.get(i)));
      }
    }
    return new Histogram(buckets);
  }
}
