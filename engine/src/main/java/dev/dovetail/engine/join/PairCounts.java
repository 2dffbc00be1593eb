package dev.dovetail.engine.join;

/// Counters of one Y input.
final class PairCounts {
  final long[] passed;

  /// Pairs that each compiled conjunct left to the judge.
  final long[] undecidedBy;

  long candidates;
  long undecided;
  long pending;
  long judged;
  long matches;
  long audited;

  PairCounts(int conjuncts) {
    this.passed = new long[conjuncts];
    this.undecidedBy = new long[conjuncts];
  }

  void add(PairCounts other) {
    for (int i = 0; i < passed.length; i++) {
      passed[i] += other.passed[i];
      undecidedBy[i] += other.undecidedBy[i];
    }
    candidates += other.candidates;
    undecided += other.undecided;
    pending += other.pending;
    judged += other.judged;
    matches += other.matches;
    audited += other.audited;
  }
}
