package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.RunControl;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Copies a column out of record batches into a [ColumnData].
public final class ColumnLoader {
  private final MemoryArea memory;
  private final RunControl control;

  public ColumnLoader(MemoryArea memory, RunControl control) {
    this.memory = memory;
    this.control = control;
  }

  /// Loads some rows of a column.
  ///
  /// @param batches the column's vectors, whose rows count on from one to the next
  /// @param rows ascending row numbers, or null for all rows
  /// @param count how many of `rows` count
  public ColumnData load(
      Field field, List<? extends FieldVector> batches, @Nullable IntArray rows, int count) {
    ValueType type = ValueType.of(field);
    if (type == ValueType.NULL) {
      return NullityColumn.allNull(count);
    }
    ColumnReader reader = reader(field, type, batches, rows, count);
    int position = 0;
    long first = 0;
    for (FieldVector vector : batches) {
      long end = first + vector.getValueCount();
      reader.begin(vector);
      while (position < count) {
        long row = rows == null ? position : rows.get(position);
        if (row >= end) {
          break;
        }
        int length = run(rows, position, row, (int) Math.min(count, position + (end - row)));
        int inBatch = (int) (row - first);
        if (vector.getNullCount() > 0) {
          reader.markNulls(vector, position, inBatch, length);
        }
        reader.read(position, inBatch, length);
        position += length;
        control.check();
      }
      first = end;
    }
    if (position != count) {
      throw new IllegalArgumentException("the batches hold " + first + " rows, fewer than asked");
    }
    return reader.finish();
  }

  /// How many positions from `position` on, up to `end`, have rows that follow each other.
  private static int run(@Nullable IntArray rows, int position, long row, int end) {
    if (rows == null) {
      return end - position;
    }
    int p = position + 1;
    while (p < end && rows.get(p) == row + (p - position)) {
      p++;
    }
    return p - position;
  }

  private ColumnReader reader(
      Field field,
      ValueType type,
      List<? extends FieldVector> batches,
      @Nullable IntArray rows,
      int count) {
    return switch (type) {
      case BOOL, INTEGER, DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION ->
          LongReader.of(field, type, count, memory);
      case FLOAT -> new DoubleReader(((ArrowType.FloatingPoint) field.getType()), count, memory);
      case DECIMAL ->
          LongReader.holds((ArrowType.Decimal) field.getType())
              ? LongReader.of(field, type, count, memory)
              : new BigReader(count);
      case TEXT, BINARY -> new BytesReader(type, count, memory);
      case LIST -> new ListReader(this, field, batches, count, memory);
      case STRUCT -> new StructReader(this, field, batches, rows, count);
      case NULL -> throw new IllegalStateException("a column of NULLs has no values to read");
    };
  }
}
