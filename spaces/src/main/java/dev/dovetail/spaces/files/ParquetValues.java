package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Types;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.schema.SchemaNode.PrimitiveNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BaseFixedWidthVector;
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
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The canonical type of each kind of Parquet leaf, and how its values are written into a vector. A
/// value outside its logical type is damage; a kind that no canonical type holds is E213.
final class ParquetValues {
  private final String file;
  private final Set<Integer> wideTimes;

  ParquetValues(String file, Set<Integer> wideTimes) {
    this.file = file;
    this.wideTimes = wideTimes;
  }

  /// Puts the value of one position into a row. The two differ only in type, not in place.
  private interface Cell {
    void put(ColumnReader from, int row, FieldVector to);
  }

  ParquetNode.Leaf leaf(String column, String name, PrimitiveNode node, @Nullable Field hint) {
    LogicalType logical = node.logicalType();
    return switch (node.type()) {
      case BOOLEAN ->
          leaf(
              node,
              Types.leaf(name, ArrowType.Bool.INSTANCE),
              (from, row, to) -> ((BitVector) to).setSafe(row, from.getBooleans()[row] ? 1 : 0));
      case INT32 -> int32(column, name, node, logical);
      case INT64 -> int64(column, name, node, logical, hint);
      case INT96 -> int96(column, name, node);
      case FLOAT ->
          leaf(
              node,
              Types.leaf(name, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
              (from, row, to) -> ((Float4Vector) to).setSafe(row, from.getFloats()[row]));
      case DOUBLE ->
          leaf(
              node,
              Types.leaf(name, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              (from, row, to) -> ((Float8Vector) to).setSafe(row, from.getDoubles()[row]));
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(column, name, node, logical);
    };
  }

  private ParquetNode.Leaf int32(
      String column, String name, PrimitiveNode node, @Nullable LogicalType logical) {
    return switch (logical) {
      case null -> integer(column, name, node, 32, true);
      case LogicalType.IntType type ->
          integer(column, name, node, type.bitWidth(), type.isSigned());
      case LogicalType.DateType _ ->
          leaf(
              node,
              Types.date(name),
              (from, row, to) -> ((DateDayVector) to).setSafe(row, from.getInts()[row]));
      case LogicalType.TimeType type when type.unit() == LogicalType.TimeUnit.MILLIS ->
          leaf(
              node,
              Types.time(name),
              (from, row, to) -> ((TimeMicroVector) to).setSafe(row, from.getInts()[row] * 1000L));
      case LogicalType.DecimalType type -> {
        Field field = decimal(column, name, type);
        yield leaf(
            node, field, (from, row, to) -> ((DecimalVector) to).setSafe(row, from.getInts()[row]));
      }
      case LogicalType.NullType _ ->
          leaf(node, Types.leaf(name, ArrowType.Utf8.INSTANCE), (_, _, _) -> {});
      default -> throw unsupported(file, column, logical + " in INT32");
    };
  }

  private ParquetNode.Leaf int64(
      String column,
      String name,
      PrimitiveNode node,
      @Nullable LogicalType logical,
      @Nullable Field hint) {
    if (logical == null && hint != null && hint.getType() instanceof ArrowType.Duration duration) {
      return leaf(
          node,
          Types.leaf(name, duration),
          (from, row, to) -> ((DurationVector) to).setSafe(row, from.getLongs()[row]));
    }
    return switch (logical) {
      case null -> integer(column, name, node, 64, true);
      case LogicalType.IntType type ->
          integer(column, name, node, type.bitWidth(), type.isSigned());
      case LogicalType.TimestampType type -> timestamp(column, name, node, type, hint);
      case LogicalType.TimeType type when type.unit() == LogicalType.TimeUnit.MICROS ->
          leaf(
              node,
              Types.time(name),
              (from, row, to) -> ((TimeMicroVector) to).setSafe(row, from.getLongs()[row]));
      case LogicalType.TimeType type when type.unit() == LogicalType.TimeUnit.NANOS ->
          leaf(
              node,
              Types.time(name),
              (from, row, to) -> {
                long nanos = from.getLongs()[row];
                if (nanos % 1000 != 0) {
                  throw lossy(column, "a time of " + nanos + " ns, finer than a microsecond");
                }
                ((TimeMicroVector) to).setSafe(row, nanos / 1000);
              });
      case LogicalType.DecimalType type -> {
        Field field = decimal(column, name, type);
        yield leaf(
            node,
            field,
            (from, row, to) -> {
              if (to instanceof DecimalVector narrow) {
                narrow.setSafe(row, from.getLongs()[row]);
              } else {
                decimal(column, type, BigInteger.valueOf(from.getLongs()[row]), row, to);
              }
            });
      }
      default -> throw unsupported(file, column, logical + " in INT64");
    };
  }

  private ParquetNode.Leaf integer(
      String column, String name, PrimitiveNode node, int bits, boolean signed) {
    boolean wide = node.type() == dev.hardwood.metadata.PhysicalType.INT64;
    boolean known = bits == 8 || bits == 16 || bits == 32 || bits == 64;
    if (!known || (bits == 64) != wide) {
      throw unsupported(file, column, "an integer of " + bits + " bits in " + node.type());
    }
    Field field = Types.leaf(name, new ArrowType.Int(bits, signed));
    return leaf(
        node,
        field,
        (from, row, to) -> {
          long value = wide ? from.getLongs()[row] : from.getInts()[row];
          boolean fits =
              bits >= 32
                  || (signed
                      ? value >= -(1L << (bits - 1)) && value < 1L << (bits - 1)
                      : value >= 0 && value < 1L << bits);
          if (!fits) {
            throw damaged(column, value + " is not " + Types.print(field));
          }
          BaseFixedWidthVector storage = (BaseFixedWidthVector) to;
          while (row >= storage.getValueCapacity()) {
            storage.reAlloc();
          }
          ((BaseIntVector) to).setWithPossibleTruncate(row, value);
        });
  }

  private ParquetNode.Leaf timestamp(
      String column,
      String name,
      PrimitiveNode node,
      LogicalType.TimestampType type,
      @Nullable Field hint) {
    TimeUnit unit =
        switch (type.unit()) {
          case MILLIS -> TimeUnit.MILLISECOND;
          case MICROS -> TimeUnit.MICROSECOND;
          case NANOS -> TimeUnit.NANOSECOND;
        };
    String zone = type.isAdjustedToUTC() ? "UTC" : "";
    boolean seconds = false;
    if (hint != null
        && hint.getType() instanceof ArrowType.Timestamp hinted
        && (hinted.getTimezone() != null) == type.isAdjustedToUTC()) {
      zone = hinted.getTimezone() == null ? "" : hinted.getTimezone();
      seconds = unit == TimeUnit.MILLISECOND && hinted.getUnit() == TimeUnit.SECOND;
    }
    if (!seconds) {
      return leaf(
          node,
          Types.timestamp(name, unit, zone),
          (from, row, to) -> ((TimeStampVector) to).setSafe(row, from.getLongs()[row]));
    }
    return leaf(
        node,
        Types.timestamp(name, TimeUnit.SECOND, zone),
        (from, row, to) -> {
          long millis = from.getLongs()[row];
          if (millis % 1000 != 0) {
            throw damaged(column, millis + " ms are no seconds, as the Arrow schema says");
          }
          ((TimeStampVector) to).setSafe(row, millis / 1000);
        });
  }

  private ParquetNode.Leaf int96(String column, String name, PrimitiveNode node) {
    boolean wide = wideTimes.contains(node.columnIndex());
    TimeUnit unit = wide ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND;
    return leaf(
        node,
        Types.timestamp(name, unit, ""),
        (from, row, to) -> {
          Int96Time time = Int96Time.at(from, row);
          if (!time.legal()) {
            throw damaged(column, "the nanosecond " + time.nanoOfDay() + " is in no day");
          }
          if (wide && time.nanoOfDay() % 1000 != 0) {
            throw lossy(column, "times beyond 64 bits of nanoseconds, finer than a microsecond");
          }
          ((TimeStampVector) to).setSafe(row, wide ? time.micros() : time.nanos());
        });
  }

  private ParquetNode.Leaf bytes(
      String column, String name, PrimitiveNode node, @Nullable LogicalType logical) {
    return switch (logical) {
      case null -> raw(node, Types.leaf(name, ArrowType.Binary.INSTANCE));
      case LogicalType.BsonType _, LogicalType.UuidType _ ->
          raw(node, Types.leaf(name, ArrowType.Binary.INSTANCE));
      case LogicalType.StringType _, LogicalType.EnumType _, LogicalType.JsonType _ ->
          raw(node, Types.leaf(name, ArrowType.Utf8.INSTANCE));
      case LogicalType.DecimalType type -> {
        Field field = decimal(column, name, type);
        yield leaf(
            node,
            field,
            (from, row, to) -> {
              int start = from.getBinaryOffsets()[row];
              int length = from.getBinaryOffsets()[row + 1] - start;
              if (length == 0) {
                throw damaged(column, "a decimal has no bytes");
              }
              decimal(column, type, new BigInteger(from.getBinaryValues(), start, length), row, to);
            });
      }
      case LogicalType.Float16Type _ ->
          leaf(
              node,
              Types.leaf(name, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
              (from, row, to) -> {
                int start = from.getBinaryOffsets()[row];
                byte[] bytes = from.getBinaryValues();
                int half = (bytes[start] & 0xFF) | ((bytes[start + 1] & 0xFF) << 8);
                ((Float4Vector) to).setSafe(row, Float16.toFloat((short) half));
              });
      default -> throw unsupported(file, column, logical + " in " + node.type());
    };
  }

  private static ParquetNode.Leaf raw(PrimitiveNode node, Field field) {
    return leaf(
        node,
        field,
        (from, row, to) -> {
          int start = from.getBinaryOffsets()[row];
          int length = from.getBinaryOffsets()[row + 1] - start;
          ((BaseVariableWidthVector) to).setSafe(row, from.getBinaryValues(), start, length);
        });
  }

  private Field decimal(String column, String name, LogicalType.DecimalType type) {
    int precision = type.precision();
    int scale = type.scale();
    if (precision < 1 || precision > Types.MAX_DIGITS || scale < 0 || scale > precision) {
      throw unsupported(file, column, "decimal(" + precision + "," + scale + ")");
    }
    return Types.decimal(name, precision, scale);
  }

  private void decimal(
      String column, LogicalType.DecimalType type, BigInteger unscaled, int row, FieldVector to) {
    BigDecimal value = new BigDecimal(unscaled, type.scale());
    if (value.precision() > type.precision()) {
      throw damaged(column, "a decimal has more than " + type.precision() + " digits");
    }
    if (to instanceof DecimalVector narrow) {
      narrow.setSafe(row, value);
    } else {
      ((Decimal256Vector) to).setSafe(row, value);
    }
  }

  private static ParquetNode.Leaf leaf(PrimitiveNode node, Field field, Cell cell) {
    return new ParquetNode.Leaf(
        field,
        node.columnIndex(),
        (from, count, present, to) -> {
          for (int row = present.nextNotNull(0, count);
              row >= 0 && row < count;
              row = present.nextNotNull(row + 1, count)) {
            cell.put(from, row, to);
          }
        });
  }

  private DovetailException damaged(String column, String what) {
    return Faults.damaged(file, "column '" + column + "': " + what);
  }

  private DovetailException lossy(String column, String what) {
    return new DovetailException(
        ErrorCode.E213,
        "column '" + column + "' holds " + what,
        file,
        "Round the column, or write it with another type.");
  }

  static DovetailException unsupported(String file, String column, String type) {
    return new DovetailException(
        ErrorCode.E213,
        "column '" + column + "' has a type that no Space can hold: " + type,
        file,
        "Convert the column to another type, or leave it out.");
  }
}
