package dev.dovetail.engine.plan;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The ways to find the matches of a join. A new one is a constant here, an [Access], a tactic in
/// `join` and a rule in the [Planner].
public enum Strategy {
  /// Candidates are looked up by key in a table of Y.
  HASH("hash"),
  /// Candidates are runs of Y sorted by a column, within equal keys.
  HASH_RANGE("hash-range"),
  /// Candidates are runs of Y sorted by a column.
  RANGE("range"),
  /// Candidates satisfy ranges over two columns of Y.
  IE_JOIN("ie-join"),
  /// Candidates share an element: of two lists, or a value and a list.
  ELEMENTS("elements"),
  /// Candidates begin alike, or one with the other.
  PREFIX("prefix"),
  /// Candidates are those of several lookups.
  UNION("union"),
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

  static Strategy of(Access access) {
    return switch (access) {
      case Access.All _ -> NESTED_LOOP;
      case Access.Keys _ -> HASH;
      case Access.Runs runs -> runs.keys().isPresent() ? HASH_RANGE : RANGE;
      case Access.TwoRanges _ -> IE_JOIN;
      case Access.Elements _ -> ELEMENTS;
      case Access.Prefixes _, Access.StartsWith _ -> PREFIX;
      case Access.Union _ -> UNION;
    };
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
