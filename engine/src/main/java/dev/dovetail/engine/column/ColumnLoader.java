package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.run.RunControl;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Copies a column out of record batches into a [ColumnData].
public final class ColumnLoader {
  private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

  private final ColumnMemory memory;
  private final RunControl control;

  public ColumnLoader(ColumnMemory memory, RunControl control) {
    this.memory = memory;
    this.control = control;
  }

  /// Loads some rows of a column.
  ///
  /// @param batches the column's vectors, whose rows count on from one to the next
  /// @param rows ascending row numbers, or null for all rows
  /// @param count how many of `rows` count
  public ColumnData load(
      Field field, List<? extends FieldVector> batches, int @Nullable [] rows, int count) {
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
      boolean mayBeNull = vector.getNullCount() > 0;
      while (position < count) {
        long row = rows == null ? position : rows[position];
        if (row >= end) {
          break;
        }
        int inBatch = (int) (row - first);
        if (mayBeNull && vector.isNull(inBatch)) {
          reader.markNull(position);
        } else {
          reader.read(position, inBatch);
        }
        if ((++position & (ROWS_BETWEEN_CHECKS - 1)) == 0) {
          control.check();
        }
      }
      first = end;
    }
    if (position != count) {
      throw new IllegalArgumentException("the batches hold " + first + " rows, fewer than asked");
    }
    return reader.finish();
  }

  private ColumnReader reader(
      Field field,
      ValueType type,
      List<? extends FieldVector> batches,
      int @Nullable [] rows,
      int count) {
    return switch (type) {
      case BOOL, INTEGER, DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION ->
          LongReader.of(field, type, count);
      case FLOAT -> new DoubleReader(((ArrowType.FloatingPoint) field.getType()), count);
      case DECIMAL ->
          LongReader.holds((ArrowType.Decimal) field.getType())
              ? LongReader.of(field, type, count)
              : new BigReader(count);
      case TEXT, BINARY -> new BytesReader(type, count, memory);
      case LIST -> new ListReader(this, field, batches, count);
      case STRUCT -> new StructReader(this, field, batches, rows, count);
      case NULL -> throw new IllegalStateException("a column of NULLs has no values to read");
    };
  }
}
