package dev.dovetail.engine.join;

import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.run.RunControl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Asks the judges about the pairs that a group of consecutive morsels leaves to them.
///
/// Of a join that ends with a failure it keeps the first: by X position, then Y input, then Y
/// position. The inputs are asked one after the other. Once a pair of some X position has failed,
/// later inputs are asked about earlier X positions only, and a failure there comes first. Of a
/// join that goes on it keeps all failures of the group.
final class JudgeStage {
  private final List<BoundInput> inputs;
  private final int mostPairs;
  private final OnFailure onFailure;
  private final RunControl control;
  private final int[] xs;
  private final int[] ys;
  private int size;

  private @Nullable PairFailure failure;

  /// By input, the failed pairs of the group that was judged last.
  private final List<List<FailedPair>> failed;

  JudgeStage(List<BoundInput> inputs, int mostPairs, OnFailure onFailure, RunControl control) {
    this.inputs = inputs;
    this.onFailure = onFailure;
    this.failed = new ArrayList<>(Collections.nCopies(inputs.size(), List.of()));
    this.mostPairs = mostPairs;
    this.control = control;
    this.xs = new int[mostPairs];
    this.ys = new int[mostPairs];
  }

  Optional<PairFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /// The failed pairs of the group that was judged last, by X, then Y; of a join that goes on.
  List<FailedPair> failed(int input) {
    return failed.get(input);
  }

  /// Judges the pending pairs; returns their outcomes by morsel and input, one per pending pair.
  /// Where there is a failure the outcomes are incomplete.
  byte[][][] judge(List<Morsel> group) {
    byte[][][] outcomes = new byte[group.size()][inputs.size()][];
    for (int i = 0; i < inputs.size(); i++) {
      judge(group, i, outcomes);
    }
    return outcomes;
  }

  private void judge(List<Morsel> group, int input, byte[][][] outcomes) {
    failed.set(input, new ArrayList<>());
    size = 0;
    // where the outcomes of the batch begin to go
    Target target = new Target(0, 0);
    int endX = failure == null ? Integer.MAX_VALUE : failure.x();
    for (int m = 0; m < group.size(); m++) {
      Morsel morsel = group.get(m);
      Morsel.Part part = morsel.parts[input];
      outcomes[m][input] = new byte[part.pendingY.size()];
      for (int k = 0; k < morsel.count() && morsel.from + k < endX; k++) {
        int end = part.pendingOffsets.at(k + 1);
        for (int p = part.pendingOffsets.at(k); p < end; p++) {
          if (size == mostPairs) {
            target = flush(group, input, outcomes, target);
            if (failure != null && failure.yInput() == input) {
              return;
            }
          }
          xs[size] = morsel.from + k;
          ys[size++] = part.pendingY.at(p);
        }
      }
    }
    flush(group, input, outcomes, target);
  }

  /// A pending pair: the morsel of the group, the index within.
  private record Target(int morsel, int index) {}

  private Target flush(List<Morsel> group, int input, byte[][][] outcomes, Target from) {
    if (size == 0) {
      return from;
    }
    control.check();
    Verdicts verdicts =
        inputs.get(input).input.judge().judge(new PairBatch(xs, ys, size), onFailure);
    byte[] given = verdicts.outcomes();
    if (onFailure == OnFailure.CONTINUE) {
      for (Verdicts.Failure failing : verdicts.failures()) {
        failed
            .get(input)
            .add(new FailedPair(xs[failing.index()], ys[failing.index()], failing.error()));
      }
    } else if (!verdicts.failures().isEmpty()) {
      Verdicts.Failure first = verdicts.failures().getFirst();
      failure = new PairFailure(input, xs[first.index()], ys[first.index()], first.error());
    }
    int morsel = from.morsel();
    int index = from.index();
    long judged = 0;
    for (int p = 0; p < size; p++) {
      while (index == outcomes[morsel][input].length) {
        morsel++;
        index = 0;
      }
      if (given[p] != Verdicts.UNJUDGED) {
        judged++;
      }
      outcomes[morsel][input][index++] = given[p];
    }
    group.getFirst().parts[input].counts.judged += judged;
    size = 0;
    return new Target(morsel, index);
  }
}
