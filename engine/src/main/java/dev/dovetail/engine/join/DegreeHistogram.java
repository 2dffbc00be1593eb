package dev.dovetail.engine.join;

import java.util.ArrayList;
import java.util.List;

/// How many keys have how many matches.
///
/// @param buckets keys with 0 matches, with 1, with 2 or 3, with 4 to 7, and so on; ends with the
///   last bucket that is not empty
public record DegreeHistogram(List<Long> buckets) {
  public DegreeHistogram {
    buckets = List.copyOf(buckets);
  }

  /// Counts degrees.
  static final class Counter {
    private final long[] counts = new long[65];

    void add(long degree) {
      counts[64 - Long.numberOfLeadingZeros(degree)]++;
    }

    DegreeHistogram histogram() {
      int last = counts.length - 1;
      while (last >= 0 && counts[last] == 0) {
        last--;
      }
      List<Long> buckets = new ArrayList<>();
      for (int i = 0; i <= last; i++) {
        buckets.add(counts[i]);
      }
      return new DegreeHistogram(buckets);
    }
  }
}
