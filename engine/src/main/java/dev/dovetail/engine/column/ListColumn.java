package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import org.jspecify.annotations.Nullable;

/// Lists: position p holds the elements from `start(p)` to `end(p)` of another column.
public final class ListColumn extends ColumnData {
  private final int[] starts;
  private final int[] ends;
  private final ColumnData elements;

  ListColumn(int[] starts, int[] ends, int size, ColumnData elements, @Nullable Bits nulls) {
    this(starts, ends, size, elements, nulls, null);
  }

  ListColumn(
      int[] starts,
      int[] ends,
      int size,
      ColumnData elements,
      @Nullable Bits nulls,
      @Nullable Bits odd) {
    super(ValueType.LIST, size, nulls, odd);
    this.starts = starts;
    this.ends = ends;
    this.elements = elements;
  }

  public int start(int position) {
    return starts[position];
  }

  public int end(int position) {
    return ends[position];
  }

  public ColumnData elements() {
    return elements;
  }

  @Override
  ListColumn withOdd(Bits more) {
    return new ListColumn(starts, ends, size(), elements, nulls(), more);
  }

  @Override
  public ListColumn select(int[] rows, int count) {
    int[] from = new int[count];
    int[] to = new int[count];
    for (int p = 0; p < count; p++) {
      from[p] = starts[rows[p]];
      to[p] = ends[rows[p]];
    }
    return new ListColumn(
        from, to, count, elements, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
