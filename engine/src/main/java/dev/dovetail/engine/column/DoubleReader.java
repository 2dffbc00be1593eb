package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.DoubleArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// Reads float32 and float64.
final class DoubleReader extends ColumnReader {
  private final boolean single;
  private final DoubleArray values;

  DoubleReader(ArrowType.FloatingPoint type, int count, MemoryArea memory) {
    super(count);
    if (type.getPrecision() == FloatingPointPrecision.HALF) {
      throw new IllegalArgumentException("no Space holds float16");
    }
    this.single = type.getPrecision() == FloatingPointPrecision.SINGLE;
    this.values = DoubleArray.allocate(memory, count);
  }

  @Override
  Batch next(FieldVector vector) {
    long data = vector.getDataBufferAddress();
    return (position, row, length) -> read(data, position, row, length);
  }

  @Override
  boolean isConcurrent() {
    return true;
  }

  private void read(long data, int position, int row, int length) {
    if (single) {
      for (int i = 0; i < length; i++) {
        values.set(position + i, Native.getFloat(data + (row + i) * 4L));
      }
    } else {
      Native.copy(data + row * 8L, values.address(position), length * 8L);
    }
  }

  @Override
  ColumnData finish() {
    return new DoubleColumn(values, count, nulls);
  }
}
