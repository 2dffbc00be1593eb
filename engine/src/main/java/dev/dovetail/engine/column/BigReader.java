package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import org.apache.arrow.vector.FieldVector;

/// Reads decimals of more than 18 digits.
final class BigReader extends ColumnReader {
  private final BigDecimal[] values;

  BigReader(int count) {
    super(count);
    this.values = new BigDecimal[count];
  }

  @Override
  Batch next(FieldVector vector) {
    return (position, row, length) -> {
      for (int i = 0; i < length; i++) {
        BigDecimal value = (BigDecimal) vector.getObject(row + i);
        values[position + i] = value == null ? BigDecimal.ZERO : value;
      }
    };
  }

  @Override
  ColumnData finish() {
    return new BigColumn(ValueType.DECIMAL, values, count, nulls);
  }
}
