package dev.dovetail.engine.join;

import java.util.List;

/// What a [PairJudge] says of a batch.
///
/// @param outcomes one per pair: [#NON_MATCH], [#MATCH], [#FAILED] or, after a failure that
///   stopped, [#UNJUDGED]
/// @param failures ascending by index
@SuppressWarnings("ArrayRecordComponent") // a view for the inner loop; never compared
public record Verdicts(byte[] outcomes, List<Failure> failures) {
  public static final byte NON_MATCH = 0;
  public static final byte MATCH = 1;
  public static final byte FAILED = 2;
  public static final byte UNJUDGED = 3;

  public Verdicts {
    failures = List.copyOf(failures);
  }

  /// A pair that failed.
  ///
  /// @param index position in the batch
  public record Failure(int index, PairError error) {}
}
