package dev.dovetail.pipelines.rows;

import dev.dovetail.pipelines.cxl.CxlFailure;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/// Reads the values of a vector as CXL has them.
public interface ValueReader {
  /// The value of a row; null for NULL. A moment outside the years that Java knows fails.
  @Nullable Object read(int row) throws CxlFailure;

  /// A reader of the vector as it is at the time of each [#read].
  static ValueReader of(FieldVector vector) {
    ValueReader values = ofValues(vector);
    return row -> vector.isNull(row) ? null : values.read(row);
  }

  private static ValueReader ofValues(FieldVector vector) {
    return switch (vector) {
      case NullVector _ -> _ -> null;
      case BitVector bits -> row -> bits.get(row) == 1;
      case BigIntVector longs -> longs::get;
      case UInt8Vector longs -> row -> unsigned(longs.get(row));
      case BaseIntVector ints -> ints::getValueAsLong;
      case Float4Vector floats -> row -> (double) floats.get(row);
      case Float8Vector floats -> floats::get;
      case DecimalVector decimals -> decimals::getObject;
      case Decimal256Vector decimals -> decimals::getObject;
      case VarCharVector texts -> row -> new String(texts.get(row), StandardCharsets.UTF_8);
      case VarBinaryVector bytes -> row -> ByteBuffer.wrap(bytes.get(row));
      case DateDayVector days -> row -> LocalDate.ofEpochDay(days.get(row));
      case TimeMicroVector times -> row -> LocalTime.ofNanoOfDay(times.get(row) * 1_000L);
      case TimeStampVector moments -> moment(moments);
      case DurationVector durations -> durations::getObject;
      case ListVector lists -> list(lists);
      case StructVector structs -> struct(structs);
      default -> throw new IllegalArgumentException(vector.getField().toString());
    };
  }

  private static Object unsigned(long bits) {
    return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
  }

  private static ValueReader moment(TimeStampVector vector) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    long perSecond = perSecond(type.getUnit());
    long nanos = 1_000_000_000L / perSecond;
    boolean zoned = type.getTimezone() != null && !type.getTimezone().isEmpty();
    return row -> {
      long count = vector.get(row);
      long seconds = Math.floorDiv(count, perSecond);
      int nano = (int) (Math.floorMod(count, perSecond) * nanos);
      try {
        return zoned
            ? Instant.ofEpochSecond(seconds, nano)
            : LocalDateTime.ofEpochSecond(seconds, nano, ZoneOffset.UTC);
      } catch (DateTimeException _) {
        throw new CxlFailure(
            CxlFailure.Kind.OUT_OF_RANGE,
            "a moment is outside the years that can be computed with");
      }
    };
  }

  static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1L;
      case MILLISECOND -> 1_000L;
      case MICROSECOND -> 1_000_000L;
      case NANOSECOND -> 1_000_000_000L;
    };
  }

  private static ValueReader list(ListVector vector) {
    ValueReader element = of(vector.getDataVector());
    return row -> {
      List<@Nullable Object> list = new ArrayList<>();
      for (int i = vector.getElementStartIndex(row); i < vector.getElementEndIndex(row); i++) {
        list.add(element.read(i));
      }
      return Collections.unmodifiableList(list);
    };
  }

  private static ValueReader struct(StructVector vector) {
    Map<String, ValueReader> parts = new LinkedHashMap<>();
    vector.getChildrenFromFields().forEach(part -> parts.put(part.getName(), of(part)));
    return row -> {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (var part : parts.entrySet()) {
        map.put(part.getKey(), part.getValue().read(row));
      }
      return Collections.unmodifiableMap(map);
    };
  }
}
