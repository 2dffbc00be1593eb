package dev.dovetail.engine.join;

/// What compiled conditions make of a run of X positions: per Y input the matches, and the pairs
/// that are left to the judge, both in order.
final class Morsel {
  final int from;
  int to;
  final Part[] parts;

  Morsel(int from, int inputs) {
    this.from = from;
    this.to = from;
    this.parts = new Part[inputs];
  }

  int count() {
    return to - from;
  }

  /// Pairs left to the judges.
  long pending() {
    long pending = 0;
    for (Part part : parts) {
      pending += part.pendingY.size();
    }
    return pending;
  }

  /// About how much memory this holds.
  long bytes() {
    long ints = 0;
    for (Part part : parts) {
      ints +=
          part.offsets.array().length
              + part.y.array().length
              + part.pendingOffsets.array().length
              + (long) part.pendingY.array().length;
    }
    return ints * Integer.BYTES;
  }

  /// The same for one Y input; offsets are relative to `from`.
  static final class Part {
    final Ints offsets = new Ints();
    final Ints y = new Ints();
    final Ints pendingOffsets = new Ints();
    final Ints pendingY = new Ints();
    final PairCounts counts;

    Part(int conjuncts) {
      counts = new PairCounts(conjuncts);
      offsets.add(0);
      pendingOffsets.add(0);
    }
  }
}
