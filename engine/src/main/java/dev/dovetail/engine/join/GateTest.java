package dev.dovetail.engine.join;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.decide.PairTest;

/// Tests for the kinds of gates: true inside, false outside.
///
/// Written for speed.
final class GateTest {
  private GateTest() {}

  static byte of(boolean inside) {
    return inside ? PairTest.TRUE : PairTest.FALSE;
  }

  /// No pair is inside.
  static final class Nothing extends PairTest {
    @Override
    public byte test(int x, int y) {
      return FALSE;
    }
  }

  static final class Equal extends PairTest {
    private final KeyPairs keys;

    Equal(KeyPairs keys) {
      this.keys = keys;
    }

    @Override
    public byte test(int x, int y) {
      return GateTest.of(keys.same(x, y));
    }
  }

  /// Two closed intervals meet. Where the bounds are there but cannot be compared, the pair stays a
  /// candidate.
  static final class Overlap extends PairTest {
    private final ColumnData xStart;
    private final ColumnData xEnd;
    private final ColumnData yStart;
    private final ColumnData yEnd;
    private final PairTest startsBeforeEnd;
    private final PairTest endsAfterStart;

    Overlap(
        ColumnData xStart,
        ColumnData xEnd,
        ColumnData yStart,
        ColumnData yEnd,
        PairTest startsBeforeEnd,
        PairTest endsAfterStart) {
      this.xStart = xStart;
      this.xEnd = xEnd;
      this.yStart = yStart;
      this.yEnd = yEnd;
      this.startsBeforeEnd = startsBeforeEnd;
      this.endsAfterStart = endsAfterStart;
    }

    @Override
    public byte test(int x, int y) {
      if (xStart.isNull(x) || xEnd.isNull(x) || yStart.isNull(y) || yEnd.isNull(y)) {
        return FALSE;
      }
      return GateTest.of(startsBeforeEnd.test(x, y) != FALSE && endsAfterStart.test(x, y) != FALSE);
    }
  }

  /// Two sorted lists of token numbers have one in common; an absent list has none.
  static final class Shared extends PairTest {
    private final int[][] xTokens;
    private final int[][] yTokens;

    Shared(int[][] xTokens, int[][] yTokens) {
      this.xTokens = xTokens;
      this.yTokens = yTokens;
    }

    @Override
    public byte test(int x, int y) {
      int[] a = xTokens[x];
      int[] b = yTokens[y];
      int i = 0;
      int j = 0;
      while (i < a.length && j < b.length) {
        if (a[i] == b[j]) {
          return TRUE;
        }
        if (a[i] < b[j]) {
          i++;
        } else {
          j++;
        }
      }
      return FALSE;
    }
  }

  /// The first code points agree; lengths in bytes are counted beforehand.
  static final class SamePrefix extends PairTest {
    private final BytesColumn left;
    private final BytesColumn right;
    private final int[] leftBytes;
    private final int[] rightBytes;

    SamePrefix(BytesColumn left, BytesColumn right, int length) {
      this.left = left;
      this.right = right;
      this.leftBytes = prefixBytes(left, length);
      this.rightBytes = prefixBytes(right, length);
    }

    @Override
    public byte test(int x, int y) {
      return GateTest.of(
          leftBytes[x] >= 0
              && leftBytes[x] == rightBytes[y]
              && left.samePrefix(x, right, y, leftBytes[x]));
    }

    /// For each position the bytes of its first code points, -1 for NULL.
    private static int[] prefixBytes(BytesColumn column, int length) {
      int[] bytes = new int[column.size()];
      for (int p = 0; p < bytes.length; p++) {
        bytes[p] = column.isNull(p) ? -1 : prefixBytes(column, p, length);
      }
      return bytes;
    }

    private static int prefixBytes(BytesColumn column, int position, int length) {
      int at = 0;
      int points = 0;
      while (at < column.length(position)) {
        boolean begins = (column.byteAt(position, at) & 0xC0) != 0x80;
        if (begins && points++ == length) {
          break;
        }
        at++;
      }
      return at;
    }
  }

  static final class Any extends PairTest {
    private final PairTest[] gates;

    Any(PairTest[] gates) {
      this.gates = gates;
    }

    @Override
    public byte test(int x, int y) {
      for (PairTest gate : gates) {
        if (gate.test(x, y) == TRUE) {
          return TRUE;
        }
      }
      return FALSE;
    }
  }
}
