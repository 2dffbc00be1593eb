package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/// The Parquet type of each canonical type, and how a cell that is not NULL is written.
interface ParquetCells {
  void write(RecordConsumer to, int row);

  static MessageType message(Schema schema) {
    List<Type> types = schema.getFields().stream().map(f -> type(f, f.getName())).toList();
    return new MessageType("schema", types);
  }

  private static Type type(Field field, String name) {
    return switch (field.getType()) {
      case ArrowType.Bool _ -> leaf(PrimitiveTypeName.BOOLEAN, null, name);
      case ArrowType.Int type ->
          leaf(
              type.getBitWidth() == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32,
              LogicalTypeAnnotation.intType(type.getBitWidth(), type.getIsSigned()),
              name);
      case ArrowType.FloatingPoint type ->
          leaf(
              type.getPrecision() == FloatingPointPrecision.SINGLE
                  ? PrimitiveTypeName.FLOAT
                  : PrimitiveTypeName.DOUBLE,
              null,
              name);
      case ArrowType.Utf8 _ ->
          leaf(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), name);
      case ArrowType.Binary _ -> leaf(PrimitiveTypeName.BINARY, null, name);
      case ArrowType.Date _ ->
          leaf(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), name);
      case ArrowType.Time _ ->
          leaf(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timeType(false, LogicalTypeAnnotation.TimeUnit.MICROS),
              name);
      case ArrowType.Timestamp type ->
          leaf(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timestampType(type.getTimezone() != null, unit(type.getUnit())),
              name);
      case ArrowType.Duration _ -> leaf(PrimitiveTypeName.INT64, null, name);
      case ArrowType.Decimal type -> decimalType(type, name);
      case ArrowType.List _ ->
          Types.optionalList().element(type(field.getChildren().getFirst(), "element")).named(name);
      case ArrowType.Struct _ -> {
        Types.GroupBuilder<org.apache.parquet.schema.GroupType> group = Types.optionalGroup();
        for (Field child : field.getChildren()) {
          group.addField(type(child, child.getName()));
        }
        yield group.named(name);
      }
      default -> throw new IllegalArgumentException("not canonical: " + field);
    };
  }

  private static Type leaf(
      PrimitiveTypeName physical,
      @org.jspecify.annotations.Nullable LogicalTypeAnnotation logical,
      String name) {
    return Types.optional(physical).as(logical).named(name);
  }

  /// Up to 9 digits in 32 bits, up to 18 in 64, else in as few bytes as hold them.
  private static Type decimalType(ArrowType.Decimal type, String name) {
    int precision = type.getPrecision();
    LogicalTypeAnnotation logical = LogicalTypeAnnotation.decimalType(type.getScale(), precision);
    if (precision <= 18) {
      return leaf(
          precision <= 9 ? PrimitiveTypeName.INT32 : PrimitiveTypeName.INT64, logical, name);
    }
    return Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
        .length(decimalBytes(precision))
        .as(logical)
        .named(name);
  }

  private static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / 8 + 1;
  }

  /// Seconds become milliseconds: Parquet has none.
  private static LogicalTypeAnnotation.TimeUnit unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND, MILLISECOND -> LogicalTypeAnnotation.TimeUnit.MILLIS;
      case MICROSECOND -> LogicalTypeAnnotation.TimeUnit.MICROS;
      case NANOSECOND -> LogicalTypeAnnotation.TimeUnit.NANOS;
    };
  }

  static ParquetCells of(FieldVector vector, String file) {
    return switch (vector) {
      case BitVector bits -> (to, row) -> to.addBoolean(bits.get(row) == 1);
      case BaseIntVector integers ->
          ((ArrowType.Int) vector.getField().getType()).getBitWidth() == 64
              ? (to, row) -> to.addLong(integers.getValueAsLong(row))
              : (to, row) -> to.addInteger((int) integers.getValueAsLong(row));
      case Float4Vector floats -> (to, row) -> to.addFloat(floats.get(row));
      case Float8Vector doubles -> (to, row) -> to.addDouble(doubles.get(row));
      case VarCharVector texts -> bytes(texts);
      case VarBinaryVector blobs -> bytes(blobs);
      case DateDayVector days -> (to, row) -> to.addInteger(days.get(row));
      case TimeMicroVector times -> (to, row) -> to.addLong(times.get(row));
      case TimeStampVector stamps -> timestamps(stamps, file);
      case DurationVector durations ->
          (to, row) -> to.addLong(DurationVector.get(durations.getDataBuffer(), row));
      case DecimalVector decimals -> decimals(vector, decimals::getObjectNotNull);
      case Decimal256Vector decimals -> decimals(vector, decimals::getObjectNotNull);
      case ListVector list -> list(list, file);
      case StructVector struct -> struct(struct, file);
      default -> throw new IllegalArgumentException("not canonical: " + vector.getField());
    };
  }

  private static ParquetCells bytes(BaseVariableWidthVector vector) {
    return (to, row) -> to.addBinary(Binary.fromConstantByteArray(vector.get(row)));
  }

  private static ParquetCells timestamps(TimeStampVector stamps, String file) {
    if (((ArrowType.Timestamp) stamps.getField().getType()).getUnit() != TimeUnit.SECOND) {
      return (to, row) -> to.addLong(stamps.get(row));
    }
    return (to, row) -> {
      long seconds = stamps.get(row);
      if (seconds > Long.MAX_VALUE / 1000 || seconds < Long.MIN_VALUE / 1000) {
        throw new DovetailException(
            ErrorCode.E204,
            "parquet cannot hold second " + seconds + " of column '" + stamps.getName() + "'",
            file + ", row " + (row + 1) + " of its batch",
            "Write Arrow.");
      }
      to.addLong(seconds * 1000);
    };
  }

  private static ParquetCells decimals(FieldVector vector, IntFunction<BigDecimal> values) {
    int precision = ((ArrowType.Decimal) vector.getField().getType()).getPrecision();
    if (precision <= 9) {
      return (to, row) -> to.addInteger(values.apply(row).unscaledValue().intValueExact());
    }
    if (precision <= 18) {
      return (to, row) -> to.addLong(values.apply(row).unscaledValue().longValueExact());
    }
    int width = decimalBytes(precision);
    return (to, row) -> {
      byte[] digits = values.apply(row).unscaledValue().toByteArray();
      byte[] padded = new byte[width];
      Arrays.fill(padded, (byte) (digits[0] < 0 ? -1 : 0));
      System.arraycopy(digits, 0, padded, width - digits.length, digits.length);
      to.addBinary(Binary.fromConstantByteArray(padded));
    };
  }

  private static ParquetCells list(ListVector list, String file) {
    FieldVector elements = list.getDataVector();
    ParquetCells element = of(elements, file);
    return (to, row) -> {
      int start = list.getElementStartIndex(row);
      int end = list.getElementEndIndex(row);
      to.startGroup();
      if (end > start) {
        to.startField("list", 0);
        for (int i = start; i < end; i++) {
          to.startGroup();
          if (!elements.isNull(i)) {
            to.startField("element", 0);
            element.write(to, i);
            to.endField("element", 0);
          }
          to.endGroup();
        }
        to.endField("list", 0);
      }
      to.endGroup();
    };
  }

  private static ParquetCells struct(StructVector struct, String file) {
    List<FieldVector> children = struct.getChildrenFromFields();
    List<ParquetCells> cells = children.stream().map(child -> of(child, file)).toList();
    return (to, row) -> {
      to.startGroup();
      for (int i = 0; i < cells.size(); i++) {
        if (!children.get(i).isNull(row)) {
          to.startField(children.get(i).getName(), i);
          cells.get(i).write(to, row);
          to.endField(children.get(i).getName(), i);
        }
      }
      to.endGroup();
    };
  }
}
