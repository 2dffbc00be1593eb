package dev.dovetail.engine.plan;

import java.util.BitSet;

/// What is known about positions before any pair is looked at.
///
/// A position of X is *settled* if a conjunct that reads X alone is false there and nothing before
/// it can be undecided: it has no matches. A position of either side is *open* if a conjunct that
/// an index relies on may be undecided there: it is a candidate for all positions of the other
/// side, and all conjuncts are tested on its pairs.
public record Screen(BitSet settledX, BitSet openX, BitSet openY) {
  public static Screen nothing() {
    return new Screen(new BitSet(), new BitSet(), new BitSet());
  }

  /// Whether this knows all that another does.
  boolean covers(Screen other) {
    return covers(settledX, other.settledX)
        && covers(openX, other.openX)
        && covers(openY, other.openY);
  }

  private static boolean covers(BitSet all, BitSet some) {
    BitSet rest = (BitSet) some.clone();
    rest.andNot(all);
    return rest.isEmpty();
  }

  /// What is known by now.
  Screen copy() {
    return new Screen((BitSet) settledX.clone(), (BitSet) openX.clone(), (BitSet) openY.clone());
  }

  /// Whether no pair is a candidate for being open alone.
  public boolean isClosed() {
    return openX.isEmpty() && openY.isEmpty();
  }

  /// Pairs that are candidates for being open.
  long openPairs(long xCount, long yCount) {
    return openX.cardinality() * yCount + openY.cardinality() * xCount;
  }
}
