package dev.dovetail.engine.join;

import java.util.List;

/// Takes the match relation, in X order.
public interface MatchConsumer {
  /// Takes the matches of the X positions from `firstX` on; ranges follow each other without a gap.
  ///
  /// @param perY one batch per Y input, in the inputs' order, each over the same X range
  void accept(int firstX, int count, List<MatchBatch> perY);
}
