package dev.dovetail.pipelines.combine;

import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import dev.dovetail.pipelines.document.NodeSpec.OnMiss;
import java.util.ArrayList;
import java.util.List;

/// What becomes of one row of the driver, given its candidates: the rules of `match` and `on_miss`.
sealed interface Outcome {
  /// Rows go out, one for each candidate; beside them the failures of others.
  record Rows(List<Integer> candidates, List<Integer> failed) implements Outcome {}

  /// One row with the array of these candidates, of which there may be none.
  record Collected(List<Integer> candidates) implements Outcome {}

  /// Nothing goes out but dead letters.
  record Failed(List<Integer> failed) implements Outcome {}

  /// There is no match.
  ///
  /// @param partial the candidate whose rows are kept where the others are NULL
  record Missed(int partial) implements Outcome {}

  /// The outcome of the candidates from one index up to another.
  static Outcome of(Candidates all, int from, int to, MatchMode match) {
    List<Integer> complete = new ArrayList<>();
    List<Integer> failed = new ArrayList<>();
    for (int i = from; i < to; i++) {
      byte state = all.state(i);
      if (state == Candidates.PARTIAL) {
        continue;
      }
      (state == Candidates.COMPLETE ? complete : failed).add(i);
      if (match == MatchMode.FIRST) {
        break; // the earliest that is not a non-match decides
      }
    }
    if (complete.isEmpty() && failed.isEmpty()) {
      return new Missed(from);
    }
    return switch (match) {
      case FIRST, ALL -> complete.isEmpty() ? new Failed(failed) : new Rows(complete, failed);
      case COLLECT -> failed.isEmpty() ? new Collected(complete) : new Failed(failed);
    };
  }

  /// Whether a row goes out for a driver without a match.
  static boolean keepsMissed(OnMiss onMiss) {
    return onMiss == OnMiss.NULL_FIELDS;
  }
}
