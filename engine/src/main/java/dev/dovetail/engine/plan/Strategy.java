package dev.dovetail.engine.plan;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The ways to find the matches of a join. A new one is a constant here, a tactic in `join` and a
/// rule in the [Planner].
public enum Strategy {
  /// Candidates are looked up by key in a table of Y.
  HASH("hash"),
  /// Every pair is a candidate.
  NESTED_LOOP("nested-loop"),
  /// Every pair is a candidate and the judge alone decides; for tests.
  JUDGE("judge");

  private final String label;

  Strategy(String label) {
    this.label = label;
  }

  /// The name on the command line and in plans.
  public String label() {
    return label;
  }

  public static Strategy named(String label) {
    return Arrays.stream(values())
        .filter(strategy -> strategy.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new DovetailException(
                    ErrorCode.E101,
                    "there is no strategy '" + label + "'",
                    "--strategy",
                    "Take one of "
                        + Arrays.stream(values())
                            .map(Strategy::label)
                            .collect(Collectors.joining(", "))
                        + "."));
  }
}
