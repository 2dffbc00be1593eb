package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.PairTest;
import java.util.Arrays;
import java.util.List;

/// Runs the compiled part of a join over X positions: lists candidates and filters them by the gate
/// and the conjuncts, in blocks, conjunct by conjunct. One per thread.
///
/// Written for speed.
final class MorselMatcher {
  private static final int BLOCK = 1024;
  private static final long PAIRS_BETWEEN_CHECKS = 1 << 16;
  private static final int X_BETWEEN_CHECKS = 1 << 12;

  private final IndexedInput[] inputs;
  private final JoinTactic.Cursor[] cursors;
  private final long mostPairs;
  private final Runnable check;

  private final int[] block = new int[BLOCK];
  private final int[] selection = new int[BLOCK];
  private final byte[] outcomes = new byte[BLOCK];
  private long pairsSinceCheck;

  /// @param mostPairs a morsel that holds more is cut off after the X position at hand
  /// @param check throws if the run is stopped
  MorselMatcher(List<IndexedInput> inputs, long mostPairs, Runnable check) {
    this.inputs = inputs.toArray(IndexedInput[]::new);
    this.cursors =
        inputs.stream().map(input -> input.tactic().cursor()).toArray(JoinTactic.Cursor[]::new);
    this.mostPairs = mostPairs;
    this.check = check;
  }

  /// Matches the X positions from `from`, up to `wanted` or fewer.
  Morsel match(int from, int wanted) {
    check.run();
    Morsel morsel = new Morsel(from, inputs.length);
    int to = wanted;
    for (int i = 0; i < inputs.length; i++) {
      morsel.parts[i] = new Morsel.Part(inputs[i].input().choice.conjuncts().size());
      to = cursors[i].begin(from, to);
    }
    long held = 0;
    for (int x = from; x < to && held <= mostPairs; x++) {
      if ((x & (X_BETWEEN_CHECKS - 1)) == 0) {
        check.run();
      }
      held = 0;
      for (int i = 0; i < inputs.length; i++) {
        Morsel.Part part = morsel.parts[i];
        match(inputs[i], cursors[i], x, part);
        part.offsets.add(part.y.size());
        part.pendingOffsets.add(part.pendingY.size());
        held += part.y.size() + part.pendingY.size();
      }
      morsel.to = x + 1;
    }
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i].counted() == null) {
        finish(inputs[i].input(), morsel.parts[i]);
      }
    }
    return morsel;
  }

  private void match(IndexedInput input, JoinTactic.Cursor cursor, int x, Morsel.Part part) {
    boolean untested = input.input().filter == null && input.tests().length == 0;
    Ints target = input.input().endsInJudge ? part.pendingY : part.y;
    cursor.seek(x);
    for (int size = cursor.next(block); size > 0; size = cursor.next(block)) {
      pairsSinceCheck += size;
      if (pairsSinceCheck > PAIRS_BETWEEN_CHECKS) {
        pairsSinceCheck = 0;
        check.run();
      }
      if (untested) {
        part.counts.candidates += input.counted() == null ? size : 0;
        target.addAll(block, size);
      } else {
        filter(input, x, size, part, target);
      }
    }
  }

  private void filter(IndexedInput input, int x, int size, Morsel.Part part, Ints target) {
    for (int i = 0; i < size; i++) {
      selection[i] = i;
    }
    Arrays.fill(outcomes, 0, size, PairTest.TRUE);
    PairCounts counts = part.counts;
    int left = size;
    if (input.input().filter != null) {
      left = input.input().filter.filter(x, block, selection, left, outcomes);
    }
    counts.candidates += left;
    PairTest[] tests = input.tests();
    int known = input.input().filter == null ? 0 : undecided(size);
    for (int t = 0; t < tests.length && left > 0; t++) {
      int before = left;
      left = tests[t].filter(x, block, selection, left, outcomes);
      int conjunct = input.conjuncts()[t];
      counts.passed[conjunct] += left;
      if (left < before && input.guarded()[t]) {
        int undecided = undecided(size);
        counts.undecidedBy[conjunct] += undecided - known;
        known = undecided;
      }
    }
    for (int i = 0; i < size; i++) {
      byte outcome = outcomes[i];
      if (outcome == PairTest.TRUE) {
        target.add(block[i]);
      } else if (outcome == PairTest.UNDECIDED) {
        counts.undecided++;
        part.pendingY.add(block[i]);
      }
    }
  }

  private int undecided(int size) {
    int undecided = 0;
    for (int i = 0; i < size; i++) {
      undecided += outcomes[i] >> 1;
    }
    return undecided;
  }

  /// Conjuncts that the index has served are true for all candidates.
  private static void finish(BoundInput input, Morsel.Part part) {
    part.counts.pending = part.pendingY.size();
    for (int conjunct : input.choice.untested()) {
      if (part.counts.passed[conjunct] == 0) {
        part.counts.passed[conjunct] = part.counts.candidates;
      }
    }
  }
}
