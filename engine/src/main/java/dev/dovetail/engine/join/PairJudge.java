package dev.dovetail.engine.join;

/// The authority on what a condition means: evaluates the whole condition on pairs that compiled
/// conjuncts leave undecided, and on those that an opaque conjunct needs. The evaluator seam:
/// GraalPy workers, the caller's own interpreter.
public interface PairJudge extends AutoCloseable {
  /// What to do about a pair that fails.
  enum OnFailure {
    /// Later pairs of the batch stay unjudged.
    STOP,
    CONTINUE
  }

  /// Judges pairs in the order given, which is X order, then Y order.
  Verdicts judge(PairBatch pairs, OnFailure onFailure);

  /// Pairs judged so far, the ones judged twice for determinism counted once.
  long judged();

  @Override
  void close();
}
