package dev.dovetail.pipelines.rows;

import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/// Writes values of CXL into a vector of a column that [ColumnType#field] made.
public interface ValueWriter {
  /// Writes a row; null writes NULL. A value that the column cannot hold fails, and then the row is
  /// not written.
  void write(int row, @Nullable Object value) throws CxlFailure;

  /// A writer into the vector; rows are written in their order.
  static ValueWriter of(FieldVector vector) {
    ValueWriter values = ofValues(vector);
    return (row, value) -> {
      if (value == null) {
        setNull(vector, row);
      } else {
        values.write(row, value);
      }
    };
  }

  private static void setNull(FieldVector vector, int row) {
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    vector.setNull(row);
  }

  private static ValueWriter ofValues(FieldVector vector) {
    return switch (vector) {
      case BitVector bits -> (row, value) -> bits.setSafe(row, (boolean) value(value) ? 1 : 0);
      case BigIntVector longs -> (row, value) -> longs.setSafe(row, longOf(value(value)));
      case Float8Vector floats ->
          (row, value) ->
              floats.setSafe(
                  row, value instanceof Double real ? real : (double) longOf(value(value)));
      case DecimalVector decimals ->
          (row, value) ->
              decimals.setSafe(row, decimal((BigDecimal) value(value), decimals.getScale()));
      case VarCharVector texts ->
          (row, value) ->
              texts.setSafe(row, ((String) value(value)).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector bytes ->
          (row, value) -> {
            ByteBuffer buffer = ((ByteBuffer) value(value)).duplicate();
            bytes.setSafe(row, buffer, buffer.position(), buffer.remaining());
          };
      case DateDayVector days ->
          (row, value) -> days.setSafe(row, (int) ((LocalDate) value(value)).toEpochDay());
      case TimeMicroVector times ->
          (row, value) -> times.setSafe(row, ((LocalTime) value(value)).toNanoOfDay() / 1_000);
      case TimeStampVector moments -> (row, value) -> moments.setSafe(row, nanos(value(value)));
      case DurationVector durations ->
          (row, value) -> durations.setSafe(row, nanos((Duration) value(value)));
      case ListVector lists -> list(lists);
      case StructVector structs -> struct(structs);
      default -> throw new IllegalArgumentException(vector.getField().toString());
    };
  }

  private static Object value(@Nullable Object value) {
    return java.util.Objects.requireNonNull(value);
  }

  private static long longOf(Object value) throws CxlFailure {
    if (value instanceof BigInteger big) {
      if (big.bitLength() > 63) {
        throw new CxlFailure(Kind.OVERFLOW, big + " leaves the 64 bits of an int column");
      }
      return big.longValue();
    }
    return (long) value;
  }

  private static BigDecimal decimal(BigDecimal value, int scale) throws CxlFailure {
    BigDecimal scaled = value.setScale(scale, RoundingMode.HALF_EVEN);
    if (scaled.precision() > 38) {
      throw new CxlFailure(Kind.OVERFLOW, value.toPlainString() + " has more than 38 digits");
    }
    return scaled;
  }

  private static long nanos(Object moment) throws CxlFailure {
    Instant instant =
        moment instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) moment;
    try {
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (ArithmeticException _) {
      throw new CxlFailure(
          Kind.OUT_OF_RANGE, moment + " is outside 1677 to 2262, the years of a computed datetime");
    }
  }

  private static long nanos(Duration duration) throws CxlFailure {
    try {
      return duration.toNanos();
    } catch (ArithmeticException _) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, duration + " is longer than 292 years");
    }
  }

  private static ValueWriter list(ListVector vector) {
    ValueWriter element = of(vector.getDataVector());
    return (row, value) -> {
      List<?> list = (List<?>) value(value);
      int start = vector.startNewValue(row);
      for (int i = 0; i < list.size(); i++) {
        element.write(start + i, list.get(i));
      }
      vector.endValue(row, list.size());
    };
  }

  private static ValueWriter struct(StructVector vector) {
    List<String> names = vector.getChildFieldNames();
    List<ValueWriter> parts = new ArrayList<>();
    vector.getChildrenFromFields().forEach(part -> parts.add(of(part)));
    return (row, value) -> {
      Map<?, ?> map = (Map<?, ?>) value(value);
      while (vector.getValueCapacity() <= row) {
        vector.reAlloc();
      }
      for (int i = 0; i < parts.size(); i++) {
        parts.get(i).write(row, map.get(names.get(i)));
      }
      vector.setIndexDefined(row);
    };
  }
}
