package dev.dovetail.engine.join;

import java.util.Optional;

/// How a join is run; none of it changes the answer.
///
/// @param threads compiled conditions are tested on so many threads
/// @param strategy forces a strategy by name
/// @param memoryBytes for tables and for matches on their way
/// @param morselRows X positions that a thread takes at a time; 0 to choose by the inputs
/// @param judgePairs the most pairs that a judge is given at a time
public record JoinSettings(
    int threads, Optional<String> strategy, long memoryBytes, int morselRows, int judgePairs) {
  private static final int JUDGE_PAIRS = 65_536;

  public JoinSettings {
    if (threads < 1 || memoryBytes < 1 || morselRows < 0 || judgePairs < 1) {
      throw new IllegalArgumentException(
          threads + " threads, " + memoryBytes + " bytes, " + morselRows + ", " + judgePairs);
    }
  }

  public JoinSettings(int threads, Optional<String> strategy, long memoryBytes) {
    this(threads, strategy, memoryBytes, 0, JUDGE_PAIRS);
  }

  /// All processors, half of the heap, no strategy forced.
  public static JoinSettings defaults() {
    return new JoinSettings(
        Runtime.getRuntime().availableProcessors(),
        Optional.empty(),
        Runtime.getRuntime().maxMemory() / 2);
  }
}
