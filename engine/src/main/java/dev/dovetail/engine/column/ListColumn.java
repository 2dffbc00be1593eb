package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import org.jspecify.annotations.Nullable;

/// Lists: position p holds the elements from `start(p)` to `end(p)` of another column.
public final class ListColumn extends ColumnData {
  private final IntArray starts;
  private final IntArray ends;
  private final ColumnData elements;

  ListColumn(IntArray starts, IntArray ends, int size, ColumnData elements, @Nullable Bits nulls) {
    this(starts, ends, size, elements, nulls, null);
  }

  ListColumn(
      IntArray starts,
      IntArray ends,
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
    return starts.get(position);
  }

  public int end(int position) {
    return ends.get(position);
  }

  public ColumnData elements() {
    return elements;
  }

  @Override
  ListColumn withOdd(Bits more) {
    return new ListColumn(starts, ends, size(), elements, nulls(), more);
  }

  @Override
  public ListColumn select(IntArray rows, int count, MemoryArea memory) {
    IntArray from = IntArray.allocate(memory, count);
    IntArray to = IntArray.allocate(memory, count);
    for (int p = 0; p < count; p++) {
      from.set(p, starts.get(rows.get(p)));
      to.set(p, ends.get(rows.get(p)));
    }
    return new ListColumn(
        from, to, count, elements, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
