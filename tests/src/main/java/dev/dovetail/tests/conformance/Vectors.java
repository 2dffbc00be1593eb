package dev.dovetail.tests.conformance;

import dev.dovetail.tests.conformance.CaseValue.Bytes;
import dev.dovetail.tests.conformance.CaseValue.Entry;
import dev.dovetail.tests.conformance.CaseValue.Instant;
import dev.dovetail.tests.conformance.CaseValue.Span;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
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
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/// Case values into and out of Arrow vectors; written apart from the product's own conversions.
final class Vectors {
  private static final BigInteger LONG_MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private Vectors() {}

  static void write(FieldVector vector, int row, @Nullable Object value) {
    if (value == null) {
      vector.setNull(row);
      return;
    }
    switch (vector) {
      case BitVector v -> v.setSafe(row, (Boolean) value ? 1 : 0);
      case BaseIntVector v ->
          v.setWithPossibleTruncate(ensure(vector, row), ((BigInteger) value).longValue());
      case Float4Vector v -> v.setSafe(row, ((Double) value).floatValue());
      case Float8Vector v -> v.setSafe(row, (Double) value);
      case VarCharVector v -> v.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector v -> v.setSafe(row, HexFormat.of().parseHex(((Bytes) value).hex()));
      case DecimalVector v -> v.setSafe(row, ((BigDecimal) value).setScale(v.getScale()));
      case Decimal256Vector v -> v.setSafe(row, ((BigDecimal) value).setScale(v.getScale()));
      case DateDayVector v -> v.setSafe(row, (int) ((LocalDate) value).toEpochDay());
      case TimeMicroVector v -> v.setSafe(row, ((LocalTime) value).toNanoOfDay() / 1000);
      case TimeStampVector v -> {
        ArrowType.Timestamp type = (ArrowType.Timestamp) v.getField().getType();
        v.setSafe(row, ((Instant) value).nanos().divide(nanosPer(type.getUnit())).longValueExact());
      }
      case DurationVector v -> {
        ArrowType.Duration type = (ArrowType.Duration) v.getField().getType();
        v.setSafe(row, ((Span) value).nanos().divide(nanosPer(type.getUnit())).longValueExact());
      }
      case ListVector v -> {
        List<?> items = (List<?>) value;
        int start = v.startNewValue(row);
        for (int i = 0; i < items.size(); i++) {
          write(v.getDataVector(), start + i, items.get(i));
        }
        v.getDataVector().setValueCount(start + items.size());
        v.endValue(row, items.size());
      }
      case StructVector v -> {
        v.setIndexDefined(row);
        for (Object entry : (List<?>) value) {
          Entry e = (Entry) entry;
          write(v.getChild(e.name()), row, e.value());
        }
      }
      default -> throw new IllegalArgumentException("no case has a vector of " + vector.getField());
    }
  }

  private static int ensure(FieldVector vector, int row) {
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
    return row;
  }

  static @Nullable Object read(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector) {
      case BitVector v -> v.get(row) == 1;
      case UInt8Vector v -> BigInteger.valueOf(v.get(row)).and(LONG_MASK);
      case UInt4Vector v -> BigInteger.valueOf(Integer.toUnsignedLong(v.get(row)));
      case UInt2Vector v -> BigInteger.valueOf(v.get(row));
      case UInt1Vector v -> BigInteger.valueOf(Byte.toUnsignedInt(v.get(row)));
      case BaseIntVector v -> BigInteger.valueOf(v.getValueAsLong(row));
      case Float4Vector v -> (double) v.get(row);
      case Float8Vector v -> v.get(row);
      case VarCharVector v -> new String(v.get(row), StandardCharsets.UTF_8);
      case VarBinaryVector v -> CaseValue.bytes(v.get(row));
      case DecimalVector v -> CaseValue.canonical(v.getObject(row));
      case Decimal256Vector v -> CaseValue.canonical(v.getObject(row));
      case DateDayVector v -> LocalDate.ofEpochDay(v.get(row));
      case TimeMicroVector v -> LocalTime.ofNanoOfDay(v.get(row) * 1000);
      case TimeStampVector v -> {
        ArrowType.Timestamp type = (ArrowType.Timestamp) v.getField().getType();
        yield new Instant(
            BigInteger.valueOf(v.get(row)).multiply(nanosPer(type.getUnit())),
            type.getTimezone() != null);
      }
      case DurationVector v -> {
        ArrowType.Duration type = (ArrowType.Duration) v.getField().getType();
        yield new Span(
            BigInteger.valueOf(v.getDataBuffer().getLong((long) row * Long.BYTES))
                .multiply(nanosPer(type.getUnit())));
      }
      case ListVector v -> {
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = v.getElementStartIndex(row); i < v.getElementEndIndex(row); i++) {
          items.add(read(v.getDataVector(), i));
        }
        yield items;
      }
      case StructVector v -> {
        List<Entry> entries = new ArrayList<>();
        for (FieldVector child : v.getChildrenFromFields()) {
          entries.add(new Entry(child.getName(), read(child, row)));
        }
        yield entries;
      }
      default -> throw new IllegalArgumentException("no case has a vector of " + vector.getField());
    };
  }

  private static BigInteger nanosPer(TimeUnit unit) {
    return BigInteger.valueOf(
        switch (unit) {
          case SECOND -> 1_000_000_000L;
          case MILLISECOND -> 1_000_000L;
          case MICROSECOND -> 1_000L;
          case NANOSECOND -> 1L;
        });
  }
}
