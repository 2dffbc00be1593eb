package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.Hashing;
import java.util.List;

/// Equality of several columns of X with as many of Y, as one hash key.
public final class KeyPairs {
  private final ColumnPair[] pairs;

  public KeyPairs(List<ColumnPair> pairs) {
    this.pairs = pairs.toArray(ColumnPair[]::new);
  }

  public long hashX(int position) {
    long hash = pairs[0].hashX(position);
    for (int i = 1; i < pairs.length; i++) {
      hash = Hashing.combine(hash, pairs[i].hashX(position));
    }
    return hash;
  }

  public long hashY(int position) {
    long hash = pairs[0].hashY(position);
    for (int i = 1; i < pairs.length; i++) {
      hash = Hashing.combine(hash, pairs[i].hashY(position));
    }
    return hash;
  }

  /// False where the X position can equal no key.
  public boolean matchableX(int position) {
    for (ColumnPair pair : pairs) {
      if (!pair.matchableX(position)) {
        return false;
      }
    }
    return true;
  }

  public boolean matchableY(int position) {
    for (ColumnPair pair : pairs) {
      if (!pair.matchableY(position)) {
        return false;
      }
    }
    return true;
  }

  public boolean same(int i, int j) {
    for (ColumnPair pair : pairs) {
      if (!pair.same(i, j)) {
        return false;
      }
    }
    return true;
  }
}
