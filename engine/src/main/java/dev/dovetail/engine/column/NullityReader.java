package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import org.apache.arrow.vector.FieldVector;

/// Reads only which values are NULL.
final class NullityReader extends ColumnReader {
  private final ValueType type;

  NullityReader(ValueType type, int count) {
    super(count);
    this.type = type;
  }

  @Override
  void begin(FieldVector vector) {}

  @Override
  void read(int position, int row, int length) {}

  @Override
  ColumnData finish() {
    return new NullityColumn(type, count, nulls);
  }
}
