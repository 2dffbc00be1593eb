package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.PairTest;

/// One Y input with its index built.
///
/// @param tests of the conjuncts that run on candidates, in order
/// @param conjuncts the indices of those conjuncts
/// @param guarded which of the tests may leave pairs undecided
@SuppressWarnings("ArrayRecordComponent") // a view for the inner loop; never compared
record IndexedInput(
    BoundInput input, JoinTactic tactic, PairTest[] tests, int[] conjuncts, boolean[] guarded) {}
