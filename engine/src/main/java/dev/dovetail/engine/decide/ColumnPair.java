package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.Hashing;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.Powers;

/// Equality of a column of X with one of Y as a hash key: hashes agree wherever values are equal,
/// whatever their representations, and [#same] is exact.
///
/// NULL equals NULL. A value that equals nothing, such as what is not a number, is not
/// [matchable][#matchableX].
public abstract class ColumnPair {
  private static final long NULL_HASH = 0x6E756C6CL;

  private final ColumnData x;
  private final ColumnData y;

  ColumnPair(ColumnData x, ColumnData y) {
    this.x = x;
    this.y = y;
  }

  public static ColumnPair of(ColumnData x, ColumnData y) {
    if (!PairTests.comparable(x.type(), y.type())) {
      return new Apart(x, y);
    }
    if (x instanceof LongColumn l && y instanceof LongColumn r) {
      return new Longs(l, r);
    }
    if (x instanceof DoubleColumn l && y instanceof DoubleColumn r) {
      return new Doubles(l, r);
    }
    if (x instanceof BytesColumn l && y instanceof BytesColumn r) {
      return new Bytes(l, r);
    }
    return new Numbers(x, y);
  }

  public final long hashX(int position) {
    return x.isNull(position) ? NULL_HASH : hashOfX(position);
  }

  public final long hashY(int position) {
    return y.isNull(position) ? NULL_HASH : hashOfY(position);
  }

  public final boolean matchableX(int position) {
    return x.isNull(position) || isMatchable(x, position);
  }

  public final boolean matchableY(int position) {
    return y.isNull(position) || isMatchable(y, position);
  }

  public final boolean same(int i, int j) {
    boolean xNull = x.isNull(i);
    return xNull == y.isNull(j) && (xNull || equal(i, j));
  }

  boolean isMatchable(ColumnData column, int position) {
    return !(column instanceof DoubleColumn doubles && Double.isNaN(doubles.value(position)));
  }

  abstract long hashOfX(int position);

  abstract long hashOfY(int position);

  abstract boolean equal(int i, int j);

  /// Longs brought to one scale: equal values have equal products, and so equal low words.
  private static final class Longs extends ColumnPair {
    private final LongColumn x;
    private final LongColumn y;
    private final long xFactor;
    private final long yFactor;
    private final boolean plain;

    Longs(LongColumn x, LongColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
      int scale = Math.max(x.scale(), y.scale());
      this.xFactor = Powers.ofTen(scale - x.scale());
      this.yFactor = Powers.ofTen(scale - y.scale());
      this.plain = LongCompare.fits(x, y);
    }

    @Override
    long hashOfX(int position) {
      return Hashing.mix(x.raw(position) * xFactor);
    }

    @Override
    long hashOfY(int position) {
      return Hashing.mix(y.raw(position) * yFactor);
    }

    @Override
    boolean equal(int i, int j) {
      return plain ? x.raw(i) == y.raw(j) : Exact.compare(x, i, y, j) == 0;
    }
  }

  private static final class Doubles extends ColumnPair {
    private final DoubleColumn x;
    private final DoubleColumn y;

    Doubles(DoubleColumn x, DoubleColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    long hashOfX(int position) {
      return hash(x.value(position));
    }

    @Override
    long hashOfY(int position) {
      return hash(y.value(position));
    }

    @Override
    boolean equal(int i, int j) {
      return x.value(i) == y.value(j);
    }
  }

  private static final class Bytes extends ColumnPair {
    private final BytesColumn x;
    private final BytesColumn y;

    Bytes(BytesColumn x, BytesColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    long hashOfX(int position) {
      return x.hash(position);
    }

    @Override
    long hashOfY(int position) {
      return y.hash(position);
    }

    @Override
    boolean equal(int i, int j) {
      return x.sameBytes(i, y, j);
    }
  }

  /// Numbers in two representations: hashed by their nearest float, compared exactly.
  private static final class Numbers extends ColumnPair {
    private final ColumnData x;
    private final ColumnData y;

    Numbers(ColumnData x, ColumnData y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    long hashOfX(int position) {
      return hash(nearest(x, position));
    }

    @Override
    long hashOfY(int position) {
      return hash(nearest(y, position));
    }

    @Override
    boolean equal(int i, int j) {
      return isMatchable(x, i) && isMatchable(y, j) && Exact.compare(x, i, y, j) == 0;
    }

    private static double nearest(ColumnData column, int position) {
      return column instanceof DoubleColumn doubles
          ? doubles.value(position)
          : Exact.decimal(column, position).doubleValue();
    }
  }

  /// Two families, of which only NULL is in both.
  private static final class Apart extends ColumnPair {
    Apart(ColumnData x, ColumnData y) {
      super(x, y);
    }

    @Override
    boolean isMatchable(ColumnData column, int position) {
      return false;
    }

    @Override
    long hashOfX(int position) {
      return 0;
    }

    @Override
    long hashOfY(int position) {
      return 0;
    }

    @Override
    boolean equal(int i, int j) {
      return false;
    }
  }

  private static long hash(double value) {
    // adding zero makes -0.0 and 0.0 one
    return Hashing.mix(Double.doubleToLongBits(value + 0.0));
  }
}
