package dev.dovetail.sessions;

import java.math.BigInteger;
import java.util.List;

/// The numbers of a run. A run that failed has those that were known when it did.
///
/// @param inputs in the order of the task's inputs
/// @param pairsPossible distinct X keys times distinct Y keys, over all Y inputs
/// @param candidates pairs that each gate and conjunct let through, in the order they are asked
/// @param pairsCompiled pairs whose condition was decided in the engine
/// @param pairsPython pairs that Python evaluated, those evaluated twice counted once
/// @param matches matched pairs of distinct keys
/// @param outputRows rows written
/// @param matchesPerX how many X keys have how many matches
/// @param matchesPerY likewise of Y
/// @param peakMemoryBytes the most memory that tables and operators held at one time
public record Metrics(
    List<InputRows> inputs,
    BigInteger pairsPossible,
    List<Candidates> candidates,
    long pairsCompiled,
    long pairsPython,
    long matches,
    long outputRows,
    Histogram matchesPerX,
    Histogram matchesPerY,
    List<Stage> stages,
    long peakMemoryBytes) {
  public static final Metrics NONE =
      new Metrics(
          List.of(),
          BigInteger.ZERO,
          List.of(),
          0,
          0,
          0,
          0,
          Histogram.EMPTY,
          Histogram.EMPTY,
          List.of(),
          0);

  public Metrics {
    inputs = List.copyOf(inputs);
    candidates = List.copyOf(candidates);
    stages = List.copyOf(stages);
  }

  /// The size of one input.
  ///
  /// @param distinctKeys distinct primary keys; as many as rows where the task has no key
  public record InputRows(String name, long rows, long distinctKeys) {}

  /// How far one gate or conjunct narrowed the pairs.
  ///
  /// @param where the gate or conjunct as its author wrote it, with the Y input where there are
  ///   several
  public record Candidates(String where, long pairs) {}

  /// One part of the run.
  ///
  /// @param name `read`, `plan`, `match`, `write`
  /// @param bytes read or written by the stage, 0 where it does neither
  public record Stage(String name, double seconds, long bytes) {}
}
