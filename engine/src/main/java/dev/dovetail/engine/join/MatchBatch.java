package dev.dovetail.engine.join;

import java.util.List;

/// The matches of a run of consecutive X positions with one Y input, in compressed sparse row form.
///
/// @param firstX the first X position
/// @param count how many X positions
/// @param offsets of X position `firstX + i` the matches are `y[offsets[i]]` to `y[offsets[i + 1] -
///   1]`; at least `count + 1` long
/// @param y Y positions, ascending within one X position
/// @param failed the pairs of these X positions that failed, by X, then Y; none in a join that ends
///   with its first failure
@SuppressWarnings("ArrayRecordComponent") // a view for the inner loop; never compared
public record MatchBatch(int firstX, int count, int[] offsets, int[] y, List<FailedPair> failed) {
  public MatchBatch(int firstX, int count, int[] offsets, int[] y) {
    this(firstX, count, offsets, y, List.of());
  }

  public MatchBatch {
    failed = List.copyOf(failed);
    assert offsets.length > count && offsets[0] == 0 && y.length >= offsets[count];
  }

  /// Matches of the X position `firstX + index`.
  public int degree(int index) {
    return offsets[index + 1] - offsets[index];
  }

  public int size() {
    return offsets[count];
  }
}
