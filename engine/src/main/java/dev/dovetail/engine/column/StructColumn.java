package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Structs: one column per part, with the same positions.
public final class StructColumn extends ColumnData {
  private final List<ColumnData> parts;

  StructColumn(List<ColumnData> parts, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    super(ValueType.STRUCT, size, nulls, odd);
    this.parts = List.copyOf(parts);
  }

  /// A part of each struct; it is odd where there is no struct.
  public ColumnData part(int index) {
    return parts.get(index).oddWhereMissing(this);
  }

  @Override
  StructColumn withOdd(Bits more) {
    return new StructColumn(parts, size(), nulls(), more);
  }

  @Override
  public StructColumn select(IntArray rows, int count, MemoryArea memory) {
    return new StructColumn(
        parts.stream().map(part -> part.select(rows, count, memory)).toList(),
        count,
        select(nulls(), rows, count),
        select(odd(), rows, count));
  }
}
