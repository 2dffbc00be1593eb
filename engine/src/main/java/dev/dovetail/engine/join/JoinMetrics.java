package dev.dovetail.engine.join;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/// What a join did, in plain values.
///
/// @param xRows rows of X
/// @param xKeys distinct keys among them
/// @param inputs one per Y input
/// @param degreesX matches per X key over all inputs
/// @param seconds wall time per stage, in the order of the stages
public record JoinMetrics(
    long xRows,
    long xKeys,
    List<Input> inputs,
    DegreeHistogram degreesX,
    Map<String, Double> seconds) {
  public JoinMetrics {
    inputs = List.copyOf(inputs);
  }

  /// What was done with one Y input.
  ///
  /// @param pairsPossible pairs of distinct keys
  /// @param candidates pairs left by the gate and the strategy's index; where a pair stands for its
  ///   mirror image, one of the two, so there may be more matches
  /// @param passed for each conjunct the pairs for which it was known to be true
  /// @param decidedCompiled pairs decided without the judge
  /// @param judged pairs that the judge decided
  /// @param undecided pairs that compiled conjuncts left to the judge
  /// @param undecidedBy the same for each conjunct
  /// @param audited pairs outside the gate that were looked at
  /// @param degreesY matches per Y key
  public record Input(
      String y,
      long rows,
      long keys,
      BigInteger pairsPossible,
      long candidates,
      List<Long> passed,
      long decidedCompiled,
      long judged,
      long undecided,
      List<Long> undecidedBy,
      long audited,
      long matches,
      DegreeHistogram degreesY) {
    public Input {
      passed = List.copyOf(passed);
      undecidedBy = List.copyOf(undecidedBy);
    }
  }
}
