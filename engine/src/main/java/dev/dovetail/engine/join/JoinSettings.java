package dev.dovetail.engine.join;

import java.util.Optional;

/// How a join is run; but for what happens upon a failure, none of it changes the answer.
///
/// @param strategy forces a strategy by name
/// @param morselRows X positions that a thread takes at a time; 0 to choose by the inputs
/// @param judgePairs the most pairs that a judge is given at a time
/// @param maxPairs a join without an index over more pairs than this is refused
/// @param onFailure whether the first pair that fails ends the join, or failed pairs are handed on
///   with the matches
public record JoinSettings(
    Optional<String> strategy,
    int morselRows,
    int judgePairs,
    long maxPairs,
    PairJudge.OnFailure onFailure) {
  private static final int JUDGE_PAIRS = 65_536;

  /// No strategy forced, sizes chosen by the inputs.
  public static final JoinSettings DEFAULT = new JoinSettings(Optional.empty(), 0, JUDGE_PAIRS);

  public JoinSettings {
    if (morselRows < 0 || judgePairs < 1) {
      throw new IllegalArgumentException(morselRows + " rows, " + judgePairs + " pairs");
    }
  }

  public JoinSettings(Optional<String> strategy, int morselRows, int judgePairs) {
    this(strategy, morselRows, judgePairs, Long.MAX_VALUE, PairJudge.OnFailure.STOP);
  }

  public JoinSettings withStrategy(Optional<String> name) {
    return new JoinSettings(name, morselRows, judgePairs, maxPairs, onFailure);
  }

  public JoinSettings withMaxPairs(long pairs) {
    return new JoinSettings(strategy, morselRows, judgePairs, pairs, onFailure);
  }

  public JoinSettings withOnFailure(PairJudge.OnFailure reaction) {
    return new JoinSettings(strategy, morselRows, judgePairs, maxPairs, reaction);
  }
}
