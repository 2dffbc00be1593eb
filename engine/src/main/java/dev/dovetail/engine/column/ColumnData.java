package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import org.jspecify.annotations.Nullable;

/// The values of one column, one per position; immutable.
///
/// A position may be NULL; it may also be *odd*: it holds a value that some judge cannot represent
/// exactly (a time of day below the microsecond, a date past year 9999), or, in a computed column,
/// the computation raises there or leaves what is proven exact. No compiled condition decides
/// anything about an odd position, NULL or not.
public abstract sealed class ColumnData
    permits LongColumn,
        DoubleColumn,
        BigColumn,
        BytesColumn,
        ListColumn,
        StructColumn,
        NullityColumn {
  private final ValueType type;
  private final int size;
  private final @Nullable Bits nulls;
  private final @Nullable Bits odd;

  ColumnData(ValueType type, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    this.type = type;
    this.size = size;
    this.nulls = nulls;
    this.odd = odd;
  }

  public final ValueType type() {
    return type;
  }

  public final int size() {
    return size;
  }

  public final boolean hasNulls() {
    return nulls != null;
  }

  public final boolean hasOdd() {
    return odd != null;
  }

  public final boolean isNull(int position) {
    return nulls != null && nulls.has(position);
  }

  /// These values, odd also where another column is NULL or odd: a part of what is not there.
  public final ColumnData oddWhereMissing(ColumnData whole) {
    if (whole.nulls == null && whole.odd == null) {
      return this;
    }
    Bits more = new Bits(size);
    for (int p = 0; p < size; p++) {
      if (isOdd(p) || whole.isNull(p) || whole.isOdd(p)) {
        more.set(p);
      }
    }
    return withOdd(more);
  }

  public final boolean isOdd(int position) {
    return odd != null && odd.has(position);
  }

  /// Some position holds a float that is not a number.
  public boolean hasNaN() {
    return false;
  }

  /// Whether a position holds a float that is not a number.
  public boolean isNaN(int position) {
    return false;
  }

  final @Nullable Bits nulls() {
    return nulls;
  }

  final @Nullable Bits odd() {
    return odd;
  }

  /// This column with other odd positions.
  abstract ColumnData withOdd(Bits more);

  /// The column of `rows.get(p)` for each position p.
  public abstract ColumnData select(IntArray rows, int count, MemoryArea memory);

  static @Nullable Bits select(@Nullable Bits bits, IntArray rows, int count) {
    if (bits == null) {
      return null;
    }
    Bits selected = null;
    for (int p = 0; p < count; p++) {
      if (bits.has(rows.get(p))) {
        if (selected == null) {
          selected = new Bits(count);
        }
        selected.set(p);
      }
    }
    return selected;
  }
}
