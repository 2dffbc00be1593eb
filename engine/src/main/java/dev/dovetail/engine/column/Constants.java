package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.DoubleArray;
import dev.dovetail.engine.memory.LongArray;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Constants as columns of one position, so that a comparison has one form whatever its operands.
public final class Constants {
  private Constants() {}

  public static ColumnData column(Constant constant) {
    return switch (constant) {
      case Constant.Null _ -> NullityColumn.allNull(1);
      case Constant.Bool(boolean value) -> single(ValueType.BOOL, value ? 1 : 0, 0, false);
      case Constant.Int(BigInteger value) -> integer(value);
      case Constant.Real(double value) -> new DoubleColumn(DoubleArray.of(value), 1, null);
      case Constant.Decimal(BigDecimal value) -> big(ValueType.DECIMAL, value);
      case Constant.Text(String value) -> BytesColumn.constant(ValueType.TEXT, utf8(value));
      case Constant.Temporal(ValueType type, long value) ->
          single(type, value, type == ValueType.DATE ? 0 : 6, false);
      case Constant.Opaque opaque ->
          throw new IllegalArgumentException(opaque + " is never compared");
      case Constant.Bytes bytes -> BytesColumn.constant(ValueType.BINARY, bytes.bytes());
    };
  }

  private static ColumnData integer(BigInteger value) {
    if (value.bitLength() <= 63) {
      return single(ValueType.INTEGER, value.longValueExact(), 0, false);
    }
    if (value.signum() > 0 && value.bitLength() <= 64) {
      return single(ValueType.INTEGER, value.longValue(), 0, true);
    }
    return big(ValueType.INTEGER, new BigDecimal(value));
  }

  private static LongColumn single(ValueType type, long raw, int scale, boolean unsigned) {
    return new LongColumn(type, LongArray.of(raw), 1, scale, unsigned, null, null);
  }

  private static BigColumn big(ValueType type, BigDecimal value) {
    return new BigColumn(type, new BigDecimal[] {value}, 1, null);
  }

  /// UTF-8 of the code points, lone surrogates included: such a text equals no value of a column,
  /// and still sorts by code point.
  private static byte[] utf8(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (point < 0x80) {
                bytes.write(point);
              } else if (point < 0x800) {
                bytes.write(0xC0 | (point >> 6));
                bytes.write(tail(point));
              } else if (point < 0x10000) {
                bytes.write(0xE0 | (point >> 12));
                bytes.write(tail(point >> 6));
                bytes.write(tail(point));
              } else {
                bytes.write(0xF0 | (point >> 18));
                bytes.write(tail(point >> 12));
                bytes.write(tail(point >> 6));
                bytes.write(tail(point));
              }
            });
    return bytes.toByteArray();
  }

  private static int tail(int bits) {
    return 0x80 | (bits & 0x3F);
  }
}
