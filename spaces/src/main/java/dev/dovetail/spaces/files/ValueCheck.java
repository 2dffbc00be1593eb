package dev.dovetail.spaces.files;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// Checks what bytes can say and a type cannot mean: text that is not UTF-8, times outside the day,
/// decimals of more digits than their type has.
final class ValueCheck {
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final long NOT_ASCII = 0x8080808080808080L;

  private final String file;
  private final long firstRow;

  /// A decoder reports what it cannot decode; Arrow's own check misses a cut sequence at the end.
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

  private ValueCheck(String file, long firstRow) {
    this.file = file;
    this.firstRow = firstRow;
  }

  /// @param firstRow the position of the batch's first row in the file, from 0
  static void check(VectorSchemaRoot batch, String file, long firstRow) {
    ValueCheck check = new ValueCheck(file, firstRow);
    for (FieldVector vector : batch.getFieldVectors()) {
      check.vector(vector, vector.getName(), true);
    }
  }

  /// @param top whether positions in the vector are rows of the file
  private void vector(FieldVector vector, String column, boolean top) {
    switch (vector) {
      case VarCharVector text -> text(text, column, top);
      case TimeMicroVector time -> time(time, column, top);
      case DecimalVector decimal -> decimal(decimal, 16, column, top);
      case Decimal256Vector decimal -> decimal(decimal, 32, column, top);
      case ListVector list -> vector(list.getDataVector(), column, false);
      case StructVector struct -> {
        for (FieldVector child : struct.getChildrenFromFields()) {
          vector(child, column, top);
        }
      }
      default -> {}
    }
  }

  private void text(VarCharVector vector, String column, boolean top) {
    int rows = vector.getValueCount();
    if (rows == 0 || ascii(vector)) {
      return;
    }
    for (int row = 0; row < rows; row++) {
      if (!vector.isNull(row)) {
        try {
          utf8.decode(ByteBuffer.wrap(vector.get(row)));
        } catch (CharacterCodingException _) {
          throw wrong(column, row, top, "holds text that is not UTF-8");
        }
      }
    }
  }

  private static boolean ascii(VarCharVector vector) {
    long from = vector.getOffsetBuffer().getInt(0);
    long to = vector.getOffsetBuffer().getInt(4L * vector.getValueCount());
    ArrowBuf data = vector.getDataBuffer();
    for (; from + 8 <= to; from += 8) {
      if ((data.getLong(from) & NOT_ASCII) != 0) {
        return false;
      }
    }
    for (; from < to; from++) {
      if (data.getByte(from) < 0) {
        return false;
      }
    }
    return true;
  }

  private void time(TimeMicroVector vector, String column, boolean top) {
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (!vector.isNull(row)) {
        long micros = vector.get(row);
        if (micros < 0 || micros >= DAY_MICROS) {
          throw wrong(column, row, top, "holds the time " + micros + " us, outside the day");
        }
      }
    }
  }

  private void decimal(BaseFixedWidthVector vector, int width, String column, boolean top) {
    int precision = ((ArrowType.Decimal) vector.getField().getType()).getPrecision();
    BigInteger bound = BigInteger.TEN.pow(precision);
    ArrowBuf data = vector.getDataBuffer();
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (!vector.isNull(row) && !within(data, row, width, precision, bound)) {
        throw wrong(column, row, top, "holds a decimal of more than " + precision + " digits");
      }
    }
  }

  private static boolean within(
      ArrowBuf data, int row, int width, int precision, BigInteger bound) {
    long at = (long) row * width;
    long low = data.getLong(at);
    long sign = low >> 63;
    boolean small = true;
    for (int i = 8; i < width; i += 8) {
      small &= data.getLong(at + i) == sign;
    }
    if (small && precision >= 19) {
      return true;
    }
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = data.getByte(at + width - 1 - i);
    }
    return new BigInteger(bytes).abs().compareTo(bound) < 0;
  }

  private RuntimeException wrong(String column, int row, boolean top, String what) {
    String place = top ? " in row " + (firstRow + row + 1) : "";
    return Faults.damaged(file, "column '" + column + "' " + what + place);
  }
}
