package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Hashing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Equality of several columns of X with as many of Y, as one key with one 64-bit code.
///
/// Codes of columns that are numbers from 0 on are packed into one number as long as it fits, so
/// that few values in several columns are as good as one column. Rows sorted by the columns have
/// their codes in order then.
///
/// Written for speed.
public final class KeyPairs {
  /// How many positions a caller asks for at a time at most.
  public static final int BLOCK = 1024;

  private final ColumnPair[] pairs;

  /// By column how many codes it has, if codes of all columns fit one number; else 0, and they are
  /// hashed.
  private final long[] counts;

  private final boolean exact;
  private final long codeCount;
  private final boolean hasUnmatchable;
  private final NullKeys nulls;

  /// What a key with a NULL in it equals.
  public enum NullKeys {
    /// A key with NULL in the same place, as Python has it.
    EQUAL,
    /// Nothing.
    UNMATCHABLE
  }

  private KeyPairs(List<ColumnPair> pairs, NullKeys nulls) {
    this.nulls = nulls;
    this.pairs = pairs.toArray(ColumnPair[]::new);
    this.counts = new long[this.pairs.length];
    boolean allExact = true;
    boolean unmatchable = false;
    long product = 1;
    for (int i = 0; i < this.pairs.length; i++) {
      ColumnPair pair = this.pairs[i];
      allExact &= pair.isExact();
      unmatchable |= pair.hasUnmatchable();
      unmatchable |= nulls == NullKeys.UNMATCHABLE && pair.hasNulls();
      counts[i] = pair.codeCount();
      product = timesOrZero(product, counts[i]);
    }
    if (product == 0) {
      Arrays.fill(counts, 0);
    }
    this.codeCount = product;
    this.exact = allExact && (product != 0 || this.pairs.length == 1);
    this.hasUnmatchable = unmatchable;
  }

  private static long timesOrZero(long a, long b) {
    return Math.multiplyHigh(a, b) == 0 && a * b > 0 ? a * b : 0;
  }

  /// The columns taken pairwise.
  ///
  /// @param x columns of X
  /// @param y as many columns of Y
  public static KeyPairs of(List<? extends ColumnData> x, List<? extends ColumnData> y) {
    return of(x, y, NullKeys.EQUAL);
  }

  /// The same with a choice about NULL.
  public static KeyPairs of(
      List<? extends ColumnData> x, List<? extends ColumnData> y, NullKeys nulls) {
    List<ColumnPair> pairs = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      pairs.add(ColumnPair.of(x.get(i), y.get(i)));
    }
    return new KeyPairs(pairs, nulls);
  }

  /// Whether equal codes mean equal keys.
  public boolean isExact() {
    return exact;
  }

  /// How many codes there are, which are then numbers from 0 on; 0 if they may be any number.
  public long codeCount() {
    return codeCount;
  }

  /// The codes of `count` positions of X from `from` on, at most [#BLOCK].
  ///
  /// @param scratch as long as `codes`
  public void codesX(int from, int count, long[] codes, long[] scratch) {
    pairs[0].codesX(from, count, codes);
    for (int i = 1; i < pairs.length; i++) {
      pairs[i].codesX(from, count, scratch);
      append(i, count, codes, scratch);
    }
  }

  public void codesY(int from, int count, long[] codes, long[] scratch) {
    pairs[0].codesY(from, count, codes);
    for (int i = 1; i < pairs.length; i++) {
      pairs[i].codesY(from, count, scratch);
      append(i, count, codes, scratch);
    }
  }

  private void append(int column, int size, long[] codes, long[] part) {
    long count = counts[column];
    if (count == 0) {
      for (int i = 0; i < size; i++) {
        codes[i] = Hashing.combine(codes[i], part[i]);
      }
    } else {
      for (int i = 0; i < size; i++) {
        codes[i] = codes[i] * count + part[i];
      }
    }
  }

  /// Whether some position of either side is not matchable.
  public boolean hasUnmatchable() {
    return hasUnmatchable;
  }

  /// False where the X position can equal no key.
  public boolean matchableX(int position) {
    for (ColumnPair pair : pairs) {
      if (!pair.matchableX(position) || (nulls == NullKeys.UNMATCHABLE && pair.isNullX(position))) {
        return false;
      }
    }
    return true;
  }

  public boolean matchableY(int position) {
    for (ColumnPair pair : pairs) {
      if (!pair.matchableY(position) || (nulls == NullKeys.UNMATCHABLE && pair.isNullY(position))) {
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
