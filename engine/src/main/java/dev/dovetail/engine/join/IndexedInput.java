package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.PairTest;
import org.jspecify.annotations.Nullable;

/// One Y input with its index built.
///
/// @param tests of the conjuncts that run on candidates, in order
/// @param conjuncts the indices of those conjuncts
/// @param guarded which of the tests may leave pairs undecided
/// @param counted of the pairs that were tested before, where candidates are matches; else null
@SuppressWarnings("ArrayRecordComponent") // a view for the inner loop; never compared
record IndexedInput(
    BoundInput input,
    JoinTactic tactic,
    PairTest[] tests,
    int[] conjuncts,
    boolean[] guarded,
    @Nullable PairCounts counted) {
  /// The same with candidates from another tactic.
  IndexedInput withTactic(JoinTactic other) {
    return new IndexedInput(input, other, tests, conjuncts, guarded, counted);
  }

  /// The same with a tactic whose candidates are the matches.
  IndexedInput matched(JoinTactic matches, PairCounts counts) {
    return new IndexedInput(input, matches, new PairTest[0], new int[0], new boolean[0], counts);
  }
}
