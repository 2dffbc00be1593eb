package dev.dovetail.polyglot.worker;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
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

/// Packs Arrow columns for `values.py`: `[kind, positions of nulls, data, ...]`.
///
/// An interop access costs the interpreter microseconds, a builtin over a long text nanoseconds an
/// item; so whole columns cross as texts, binary ones with a character for each byte.
final class PackedColumns {
  /// A value that Python has no exact form for.
  static final class CannotHold extends Exception {
    private static final long serialVersionUID = 1L;
    final int row;
    final String what;

    CannotHold(int row, String what) {
      super(what, null, false, false);
      this.row = row;
      this.what = what;
    }
  }

  private PackedColumns() {}

  static Object[] pack(FieldVector vector) throws CannotHold {
    int count = vector.getValueCount();
    String nulls = nulls(vector, count);
    return switch (vector) {
      case TinyIntVector v -> longs("int", nulls, v, count, v::get);
      case SmallIntVector v -> longs("int", nulls, v, count, v::get);
      case IntVector v -> longs("int", nulls, v, count, v::get);
      case BigIntVector v -> longs("int", nulls, v, count, v::get);
      case UInt1Vector v -> longs("int", nulls, v, count, i -> v.get(i) & 0xFF);
      case UInt2Vector v -> longs("int", nulls, v, count, v::get);
      case UInt4Vector v -> longs("int", nulls, v, count, i -> v.get(i) & 0xFFFF_FFFFL);
      case UInt8Vector v -> longs("uint64", nulls, v, count, v::get);
      case Float4Vector v ->
          longs("float", nulls, v, count, i -> Double.doubleToRawLongBits(v.get(i)));
      case Float8Vector v ->
          longs("float", nulls, v, count, i -> Double.doubleToRawLongBits(v.get(i)));
      case BitVector v -> bools(nulls, v, count);
      case VarCharVector v -> texts(nulls, v, count);
      case VarBinaryVector v -> binary(nulls, v, count);
      case DateDayVector v -> dates(nulls, v, count, v::get);
      case DateMilliVector v -> dates(nulls, v, count, i -> Math.floorDiv(v.get(i), 86_400_000L));
      case TimeSecVector v -> longs("time", nulls, v, count, i -> v.get(i) * 1_000_000L);
      case TimeMilliVector v -> longs("time", nulls, v, count, i -> v.get(i) * 1_000L);
      case TimeMicroVector v -> longs("time", nulls, v, count, v::get);
      case TimeNanoVector v -> {
        for (int i = 0; i < count; i++) {
          if (!v.isNull(i) && v.get(i) % 1_000 != 0) {
            throw new CannotHold(i, "a time of day with nanoseconds");
          }
        }
        yield longs("time", nulls, v, count, i -> v.get(i) / 1_000L);
      }
      case TimeStampVector v -> timestamps(nulls, v, count);
      case DurationVector v -> durations(nulls, v, count);
      case ListVector v -> lists(nulls, v, count);
      case StructVector v -> structs(nulls, v, count);
      case NullVector _ -> new Object[] {"null", "", count};
      default -> decimals(nulls, vector, count);
    };
  }

  private static String nulls(FieldVector vector, int count) {
    int missing = vector instanceof NullVector ? 0 : vector.getNullCount();
    if (missing == 0) {
      return "";
    }
    ByteBuffer packed = ByteBuffer.allocate(missing * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      if (vector.isNull(i)) {
        packed.putInt(i);
      }
    }
    return latin1(packed.array());
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static Object[] longs(
      String kind, String nulls, FieldVector vector, int count, IntToLongFunction value) {
    ByteBuffer packed = ByteBuffer.allocate(count * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      packed.putLong(vector.isNull(i) ? 0 : value.applyAsLong(i));
    }
    return new Object[] {kind, nulls, latin1(packed.array())};
  }

  private static Object[] bools(String nulls, BitVector vector, int count) {
    StringBuilder text = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      text.append(!vector.isNull(i) && vector.get(i) == 1 ? '\1' : '\0');
    }
    return new Object[] {"bool", nulls, text.toString()};
  }

  private static Object[] texts(String nulls, VarCharVector vector, int count) {
    String[] parts = new String[count];
    for (int i = 0; i < count; i++) {
      parts[i] = vector.isNull(i) ? "" : new String(vector.get(i), StandardCharsets.UTF_8);
    }
    String separator = separator(parts);
    return new Object[] {"text", nulls, String.join(separator, parts), separator, count};
  }

  /// A character that occurs in none of the texts.
  private static String separator(String[] parts) {
    for (char c = 0; ; c++) {
      boolean used = false;
      for (String part : parts) {
        if (part.indexOf(c) >= 0) {
          used = true;
          break;
        }
      }
      if (!used) {
        return String.valueOf(c);
      }
      if (c == 0xD7FF) {
        throw new IllegalStateException("a batch of texts uses every character");
      }
    }
  }

  private static Object[] binary(String nulls, VarBinaryVector vector, int count) {
    StringBuilder text = new StringBuilder();
    ByteBuffer ends = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(i)) {
        text.append(latin1(vector.get(i)));
      }
      ends.putInt(text.length());
    }
    return new Object[] {"bytes", nulls, text.toString(), latin1(ends.array())};
  }

  private static Object[] decimals(String nulls, FieldVector vector, int count) {
    List<String> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      parts.add(vector.isNull(i) ? "0" : ((BigDecimal) vector.getObject(i)).toString());
    }
    return new Object[] {"decimal", nulls, String.join(" ", parts), count};
  }

  private static Object[] dates(
      String nulls, FieldVector vector, int count, IntToLongFunction epochDay) throws CannotHold {
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(i)) {
        long day = epochDay.applyAsLong(i);
        if (day < -719_162 || day > 2_932_896) {
          throw new CannotHold(i, "a date outside the years 1 to 9999");
        }
      }
    }
    return longs("date", nulls, vector, count, epochDay);
  }

  private static Object[] timestamps(String nulls, TimeStampVector vector, int count)
      throws CannotHold {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    @Nullable String zoneName = type.getTimezone();
    ZoneId zone = zoneName == null ? ZoneOffset.UTC : ZoneId.of(zoneName);
    long unitsPerSecond = unitsPerSecond(type.getUnit());
    ByteBuffer packed = ByteBuffer.allocate(count * 72).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      long value = vector.isNull(i) ? 0 : vector.get(i);
      Instant instant =
          Instant.ofEpochSecond(
              Math.floorDiv(value, unitsPerSecond),
              Math.floorMod(value, unitsPerSecond) * (1_000_000_000L / unitsPerSecond));
      ZonedDateTime zoned = instant.atZone(zone);
      LocalDateTime local = zoned.toLocalDateTime();
      if (local.getYear() < 1 || local.getYear() > 9999) {
        throw new CannotHold(i, "a timestamp outside the years 1 to 9999");
      }
      packed.putLong(local.getYear()).putLong(local.getMonthValue());
      packed.putLong(local.getDayOfMonth()).putLong(local.getHour());
      packed.putLong(local.getMinute()).putLong(local.getSecond());
      packed.putLong(local.getNano() / 1_000).putLong(local.getNano() % 1_000);
      packed.putLong(isSecondOccurrence(zoned) ? 1 : 0);
    }
    return new Object[] {"timestamp", nulls, latin1(packed.array()), zoneName};
  }

  /// Python's `fold`: the wall time occurs twice, and this is the later one.
  private static boolean isSecondOccurrence(ZonedDateTime moment) {
    return !moment.withEarlierOffsetAtOverlap().getOffset().equals(moment.getOffset());
  }

  private static long unitsPerSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  private static Object[] durations(String nulls, DurationVector vector, int count)
      throws CannotHold {
    long unitsPerSecond =
        unitsPerSecond(((ArrowType.Duration) vector.getField().getType()).getUnit());
    long[] micros = new long[count];
    for (int i = 0; i < count; i++) {
      if (vector.isNull(i)) {
        continue;
      }
      long value = DurationVector.get(vector.getDataBuffer(), i);
      if (unitsPerSecond > 1_000_000) {
        if (value % 1_000 != 0) {
          throw new CannotHold(i, "a duration with nanoseconds");
        }
        micros[i] = value / 1_000;
      } else {
        long factor = 1_000_000 / unitsPerSecond;
        // a timedelta counts up to 999,999,999 days, which exceeds 2^63 microseconds
        if (Math.multiplyHigh(value, factor) != (value * factor) >> 63) {
          throw new CannotHold(i, "a duration beyond 2^63 microseconds");
        }
        micros[i] = value * factor;
      }
    }
    return longs("duration", nulls, vector, count, i -> micros[i]);
  }

  private static Object[] lists(String nulls, ListVector vector, int count) throws CannotHold {
    // a slice of a list vector may start past 0; only the items that rows reach are packed
    int first = count == 0 ? 0 : vector.getElementStartIndex(0);
    int last = count == 0 ? 0 : vector.getElementEndIndex(count - 1);
    ByteBuffer ends = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      ends.putInt(vector.getElementEndIndex(i) - first);
    }
    Object[] items =
        part(vector.getDataVector(), first, last, item -> rowOf(vector, count, item + first));
    return new Object[] {"list", nulls, latin1(ends.array()), items};
  }

  private static int rowOf(ListVector vector, int count, int item) {
    for (int i = 0; i < count; i++) {
      if (item < vector.getElementEndIndex(i)) {
        return i;
      }
    }
    return count - 1;
  }

  private static Object[] part(FieldVector vector, int from, int to, IntFunction<Integer> rowOfItem)
      throws CannotHold {
    if (from == 0 && to == vector.getValueCount()) {
      return packedItems(vector, rowOfItem);
    }
    var transfer = vector.getTransferPair(vector.getAllocator());
    transfer.splitAndTransfer(from, to - from);
    try (FieldVector slice = (FieldVector) transfer.getTo()) {
      return packedItems(slice, rowOfItem);
    }
  }

  private static Object[] packedItems(FieldVector items, IntFunction<Integer> rowOfItem)
      throws CannotHold {
    try {
      return pack(items);
    } catch (CannotHold e) {
      throw new CannotHold(rowOfItem.apply(e.row), e.what);
    }
  }

  private static Object[] structs(String nulls, StructVector vector, int count) throws CannotHold {
    List<FieldVector> children = vector.getChildrenFromFields();
    Object[] packed = new Object[children.size()];
    Object[] names = new Object[children.size()];
    for (int i = 0; i < packed.length; i++) {
      FieldVector child = children.get(i);
      names[i] = child.getName();
      packed[i] = pack(child);
    }
    return new Object[] {"struct", nulls, count, names, packed};
  }
}
