package dev.dovetail.engine.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/// Reads float32 and float64.
final class DoubleReader extends ColumnReader {
  private final boolean single;
  private final double[] values;
  private @Nullable ArrowBuf data;

  DoubleReader(ArrowType.FloatingPoint type, int count) {
    super(count);
    if (type.getPrecision() == FloatingPointPrecision.HALF) {
      throw new IllegalArgumentException("no Space holds float16");
    }
    this.single = type.getPrecision() == FloatingPointPrecision.SINGLE;
    this.values = new double[count];
  }

  @Override
  void begin(FieldVector vector) {
    data = vector.getDataBuffer();
  }

  @Override
  @SuppressWarnings("NullAway") // begin comes first
  void read(int position, int row) {
    values[position] = single ? data.getFloat(row * 4L) : data.getDouble(row * 8L);
  }

  @Override
  ColumnData finish() {
    return new DoubleColumn(values, count, nulls);
  }
}
