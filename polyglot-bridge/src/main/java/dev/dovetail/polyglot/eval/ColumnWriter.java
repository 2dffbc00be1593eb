package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// Writes mapped columns into vectors of the types that were settled for them.
final class ColumnWriter {
  private ColumnWriter() {}

  /// Fills rows 0 to `column.count` of a vector.
  static void write(MappedColumn column, FieldVector vector) {
    vector.setInitialCapacity(column.count);
    vector.allocateNew();
    int value = 0;
    for (int row = 0; row < column.count; row++) {
      if (column.isNull[row]) {
        vector.setNull(row);
      } else {
        writeValue(column, value++, vector, row);
      }
    }
    switch (vector) {
      case ListVector list -> {
        MappedColumn items = column.items;
        if (items != null) {
          write(items, list.getDataVector());
        }
        list.setLastSet(column.count - 1);
      }
      case StructVector struct -> writeParts(column, struct);
      default -> {}
    }
    vector.setValueCount(column.count);
  }

  private static void writeValue(MappedColumn column, int i, FieldVector vector, int row) {
    switch (vector) {
      case BitVector v -> v.setSafe(row, column.bool(i) ? 1 : 0);
      case BigIntVector v -> v.setSafe(row, column.number(i));
      case UInt8Vector v -> v.setSafe(row, column.number(i));
      case Float8Vector v -> v.setSafe(row, Double.longBitsToDouble(column.number(i)));
      case VarCharVector v -> v.setSafe(row, column.text(i).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector v -> v.setSafe(row, column.binary(i));
      case DecimalVector v -> v.setSafe(row, column.decimal(i).setScale(v.getScale()));
      case Decimal256Vector v -> v.setSafe(row, column.decimal(i).setScale(v.getScale()));
      case DateDayVector v -> v.setSafe(row, Math.toIntExact(column.number(i)));
      case TimeMicroVector v -> v.setSafe(row, column.number(i));
      case DurationVector v -> v.setSafe(row, column.number(i));
      case TimeStampVector v -> v.setSafe(row, instant(column, i, v));
      case ListVector v -> {
        v.startNewValue(row);
        v.endValue(row, column.length(i));
      }
      case StructVector v -> v.setIndexDefined(row);
      default -> throw new IllegalStateException("no writer for " + vector.getField());
    }
  }

  private static long instant(MappedColumn column, int i, TimeStampVector vector) {
    long seconds = column.number(i * 2);
    long nanos = column.number(i * 2 + 1);
    boolean fine =
        ((ArrowType.Timestamp) vector.getField().getType()).getUnit() == TimeUnit.NANOSECOND;
    try {
      return fine
          ? Math.addExact(Math.multiplyExact(seconds, 1_000_000_000L), nanos)
          : seconds * 1_000_000L + nanos / 1_000L;
    } catch (ArithmeticException e) {
      throw new DovetailException(
          ErrorCode.E129,
          "column '"
              + vector.getName()
              + "' holds nanoseconds, and a moment that nanoseconds since 1970 cannot count",
          "",
          "Drop the nanoseconds, or keep to the years 1678 to 2261.");
    }
  }

  /// A part holds one value for each struct; its rows spread over those that are not NULL.
  private static void writeParts(MappedColumn column, StructVector struct) {
    for (FieldVector child : struct.getChildrenFromFields()) {
      MappedColumn part = column.parts.get(child.getName());
      try (FieldVector dense = (FieldVector) child.getTransferPair(child.getAllocator()).getTo()) {
        if (part != null && part.present() > 0) {
          write(part, dense);
        }
        child.setInitialCapacity(column.count);
        child.allocateNew();
        int value = 0;
        for (int row = 0; row < column.count; row++) {
          boolean missing = column.isNull[row] || part == null || part.present() == 0;
          if (missing) {
            child.setNull(row);
          } else {
            child.copyFromSafe(value, row, dense);
          }
          value += column.isNull[row] ? 0 : 1;
        }
        child.setValueCount(column.count);
      }
    }
  }
}
