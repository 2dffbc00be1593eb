package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.Powers;
import java.util.Arrays;

/// Equality of a column of X with one of Y, as part of a key.
///
/// A value has a *code*: equal values have equal codes, whatever their representations. Where the
/// reverse holds too the pair is [exact][#isExact]; else [#same] tells. NULL equals NULL. A value
/// that equals nothing, such as what is not a number, is not [matchable][#matchableX].
///
/// Written for speed: codes are computed by blocks.
abstract class ColumnPair {
  /// Most bytes of a text whose code is its bytes and length.
  private static final int SHORT_TEXT = 7;

  private static final long NULL_HASH = 0x6E756C6CL;

  private final ColumnData x;
  private final ColumnData y;

  ColumnPair(ColumnData x, ColumnData y) {
    this.x = x;
    this.y = y;
  }

  static ColumnPair of(ColumnData x, ColumnData y) {
    if (!PairTests.comparable(x.type(), y.type())) {
      return new Apart(x, y);
    }
    if (x instanceof LongColumn l && y instanceof LongColumn r) {
      return LongCompare.fits(l, r) ? new Longs(l, r) : new ScaledLongs(l, r);
    }
    if (x instanceof DoubleColumn l && y instanceof DoubleColumn r) {
      return new Doubles(l, r);
    }
    if (x instanceof BytesColumn l && y instanceof BytesColumn r) {
      return isShort(l) && isShort(r) ? new ShortTexts(l, r) : new Texts(l, r);
    }
    return new Numbers(x, y);
  }

  /// The codes of `count` positions of X from `from` on.
  final void codesX(int from, int count, long[] codes) {
    codes(x, from, count, codes, true);
  }

  final void codesY(int from, int count, long[] codes) {
    codes(y, from, count, codes, false);
  }

  private void codes(ColumnData column, int from, int count, long[] codes, boolean ofX) {
    fill(from, count, codes, ofX);
    if (column.hasNulls()) {
      long code = nullCode();
      for (int i = 0; i < count; i++) {
        if (column.isNull(from + i)) {
          codes[i] = code;
        }
      }
    }
  }

  final boolean matchableX(int position) {
    return x.isNull(position) || isMatchable(x, position);
  }

  final boolean matchableY(int position) {
    return y.isNull(position) || isMatchable(y, position);
  }

  final boolean isNullX(int position) {
    return x.isNull(position);
  }

  final boolean isNullY(int position) {
    return y.isNull(position);
  }

  final boolean hasNulls() {
    return x.hasNulls() || y.hasNulls();
  }

  final boolean same(int i, int j) {
    boolean xNull = x.isNull(i);
    return xNull == y.isNull(j) && (xNull || equal(i, j));
  }

  /// Whether some position of either side is not matchable.
  boolean hasUnmatchable() {
    return false;
  }

  boolean isMatchable(ColumnData column, int position) {
    return true;
  }

  /// Whether equal codes mean equal values.
  abstract boolean isExact();

  /// How many codes there are, which are then numbers from 0 on; 0 if they may be any number.
  long codeCount() {
    return 0;
  }

  long nullCode() {
    return NULL_HASH;
  }

  /// The codes of values; what is filled in where a position is NULL does not matter.
  abstract void fill(int from, int count, long[] codes, boolean ofX);

  abstract boolean equal(int i, int j);

  /// Longs of one unit: a code is the distance to the least value, and the one after the greatest
  /// is that of NULL.
  private static final class Longs extends ColumnPair {
    private final LongColumn x;
    private final LongColumn y;
    private final long least;
    private final long span;

    Longs(LongColumn x, LongColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
      LongRange range = LongRange.of(x).with(LongRange.of(y));
      this.least = range.least();
      this.span = range.span();
    }

    @Override
    boolean isExact() {
      return span != -1 || !(x.hasNulls() || y.hasNulls());
    }

    @Override
    long codeCount() {
      return span < 0 || span > Long.MAX_VALUE - 2 ? 0 : span + 2;
    }

    @Override
    long nullCode() {
      return span + 1;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      LongColumn column = ofX ? x : y;
      for (int i = 0; i < count; i++) {
        codes[i] = column.raw(from + i) - least;
      }
    }

    @Override
    boolean equal(int i, int j) {
      return x.raw(i) == y.raw(j);
    }
  }

  /// Longs of two units: equal values have equal products, and so equal low words.
  private static final class ScaledLongs extends ColumnPair {
    private final LongColumn x;
    private final LongColumn y;
    private final long xFactor;
    private final long yFactor;

    ScaledLongs(LongColumn x, LongColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
      int scale = Math.max(x.scale(), y.scale());
      this.xFactor = Powers.ofTen(scale - x.scale());
      this.yFactor = Powers.ofTen(scale - y.scale());
    }

    @Override
    boolean isExact() {
      return false;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      LongColumn column = ofX ? x : y;
      long factor = ofX ? xFactor : yFactor;
      for (int i = 0; i < count; i++) {
        codes[i] = column.raw(from + i) * factor;
      }
    }

    @Override
    boolean equal(int i, int j) {
      return Exact.compare(x, i, y, j) == 0;
    }
  }

  /// Floats by their bits, those of negative ones turned so that codes are in the order of values;
  /// adding zero makes -0.0 and 0.0 one. The bits of what is not a number stand for NULL, since
  /// such values are not matchable.
  private static final class Doubles extends ColumnPair {
    private static final long NAN = Double.doubleToLongBits(Double.NaN);

    private final DoubleColumn x;
    private final DoubleColumn y;

    Doubles(DoubleColumn x, DoubleColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    boolean hasUnmatchable() {
      return x.hasNaN() || y.hasNaN();
    }

    @Override
    boolean isMatchable(ColumnData column, int position) {
      return !Double.isNaN(((DoubleColumn) column).value(position));
    }

    @Override
    boolean isExact() {
      return true;
    }

    @Override
    long nullCode() {
      return NAN;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      DoubleColumn column = ofX ? x : y;
      for (int i = 0; i < count; i++) {
        long bits = Double.doubleToLongBits(column.value(from + i) + 0.0);
        codes[i] = bits ^ ((bits >> 63) & Long.MAX_VALUE);
      }
    }

    @Override
    boolean equal(int i, int j) {
      return x.value(i) == y.value(j);
    }
  }

  private static boolean isShort(BytesColumn column) {
    return column.longest() <= SHORT_TEXT;
  }

  /// Texts whose bytes and length fit a code.
  private static final class ShortTexts extends ColumnPair {
    private final BytesColumn x;
    private final BytesColumn y;

    ShortTexts(BytesColumn x, BytesColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    boolean isExact() {
      return true;
    }

    @Override
    long nullCode() {
      return -1;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      BytesColumn column = ofX ? x : y;
      for (int i = 0; i < count; i++) {
        codes[i] = column.shortCode(from + i);
      }
    }

    @Override
    boolean equal(int i, int j) {
      return x.sameBytes(i, y, j);
    }
  }

  private static final class Texts extends ColumnPair {
    private final BytesColumn x;
    private final BytesColumn y;

    Texts(BytesColumn x, BytesColumn y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    boolean isExact() {
      return false;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      BytesColumn column = ofX ? x : y;
      for (int i = 0; i < count; i++) {
        codes[i] = column.hash(from + i);
      }
    }

    @Override
    boolean equal(int i, int j) {
      return x.sameBytes(i, y, j);
    }
  }

  /// Numbers in two representations: coded by their nearest float, compared exactly.
  private static final class Numbers extends ColumnPair {
    private final ColumnData x;
    private final ColumnData y;

    Numbers(ColumnData x, ColumnData y) {
      super(x, y);
      this.x = x;
      this.y = y;
    }

    @Override
    boolean hasUnmatchable() {
      return x.hasNaN() || y.hasNaN();
    }

    @Override
    boolean isMatchable(ColumnData column, int position) {
      return !(column instanceof DoubleColumn doubles && Double.isNaN(doubles.value(position)));
    }

    @Override
    boolean isExact() {
      return false;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      ColumnData column = ofX ? x : y;
      for (int i = 0; i < count; i++) {
        codes[i] =
            column.isNull(from + i) ? 0 : Double.doubleToLongBits(nearest(column, from + i) + 0.0);
      }
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
    boolean hasUnmatchable() {
      return true;
    }

    @Override
    boolean isMatchable(ColumnData column, int position) {
      return false;
    }

    @Override
    boolean isExact() {
      return true;
    }

    @Override
    long codeCount() {
      return 1;
    }

    @Override
    long nullCode() {
      return 0;
    }

    @Override
    void fill(int from, int count, long[] codes, boolean ofX) {
      Arrays.fill(codes, 0, count, 0);
    }

    @Override
    boolean equal(int i, int j) {
      return false;
    }
  }
}
