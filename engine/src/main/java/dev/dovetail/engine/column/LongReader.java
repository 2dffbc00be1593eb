package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Reads every type that a [LongColumn] holds.
final class LongReader extends ColumnReader {
  private static final long DAY_SECONDS = 86_400;

  /// Dates and timestamps are exact in the years 1 to 9999; a day at either end is left out, so
  /// that no offset of a zone leads outside.
  private static final long FIRST_SECOND = -62_135_596_800L + DAY_SECONDS;

  private static final long LAST_SECOND = 253_402_300_799L - DAY_SECONDS;
  private static final long LONGEST_SECONDS = 999_999_999L * DAY_SECONDS;

  /// How a value lies in the data buffer.
  private enum Layout {
    BIT,
    BYTE,
    UNSIGNED_BYTE,
    SHORT,
    UNSIGNED_SHORT,
    INT,
    UNSIGNED_INT,
    LONG,
    MILLISECOND_DATE,
    DECIMAL_128,
    DECIMAL_256
  }

  private final ValueType type;
  private final Layout layout;
  private final int scale;
  private final boolean unsigned;
  private final LongArray raw;

  private LongReader(
      ValueType type, Layout layout, int scale, boolean unsigned, int count, MemoryArea memory) {
    super(count);
    this.type = type;
    this.layout = layout;
    this.scale = scale;
    this.unsigned = unsigned;
    this.raw = LongArray.allocate(memory, count);
  }

  static boolean holds(ArrowType.Decimal type) {
    return type.getPrecision() <= 18 && type.getScale() >= 0 && type.getScale() <= 18;
  }

  static LongReader of(Field field, ValueType type, int count, MemoryArea memory) {
    return switch (field.getType()) {
      case ArrowType.Bool _ -> new LongReader(type, Layout.BIT, 0, false, count, memory);
      case ArrowType.Int integer ->
          new LongReader(
              type,
              layout(integer),
              0,
              !integer.getIsSigned() && integer.getBitWidth() == 64,
              count,
              memory);
      case ArrowType.Decimal decimal ->
          new LongReader(
              type,
              decimal.getBitWidth() == 256 ? Layout.DECIMAL_256 : Layout.DECIMAL_128,
              decimal.getScale(),
              false,
              count,
              memory);
      case ArrowType.Date date ->
          new LongReader(
              type,
              date.getUnit() == DateUnit.DAY ? Layout.INT : Layout.MILLISECOND_DATE,
              0,
              false,
              count,
              memory);
      case ArrowType.Time time ->
          new LongReader(
              type,
              time.getBitWidth() == 32 ? Layout.INT : Layout.LONG,
              digits(time.getUnit()),
              false,
              count,
              memory);
      case ArrowType.Timestamp timestamp ->
          new LongReader(type, Layout.LONG, digits(timestamp.getUnit()), false, count, memory);
      case ArrowType.Duration duration ->
          new LongReader(type, Layout.LONG, digits(duration.getUnit()), false, count, memory);
      default -> throw new IllegalStateException(field + " is no column of longs");
    };
  }

  private static Layout layout(ArrowType.Int type) {
    return switch (type.getBitWidth()) {
      case 8 -> type.getIsSigned() ? Layout.BYTE : Layout.UNSIGNED_BYTE;
      case 16 -> type.getIsSigned() ? Layout.SHORT : Layout.UNSIGNED_SHORT;
      case 32 -> type.getIsSigned() ? Layout.INT : Layout.UNSIGNED_INT;
      default -> Layout.LONG;
    };
  }

  private static int digits(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 0;
      case MILLISECOND -> 3;
      case MICROSECOND -> 6;
      case NANOSECOND -> 9;
    };
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
    switch (layout) {
      case BIT -> {
        for (int i = 0; i < length; i++) {
          int bit = row + i;
          raw.set(position + i, (Native.getByte(data + (bit >>> 3)) >>> (bit & 7)) & 1);
        }
      }
      case BYTE -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getByte(data + row + i));
        }
      }
      case UNSIGNED_BYTE -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getByte(data + row + i) & 0xff);
        }
      }
      case SHORT -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getShort(data + (row + i) * 2L));
        }
      }
      case UNSIGNED_SHORT -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getShort(data + (row + i) * 2L) & 0xffff);
        }
      }
      case INT -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getInt(data + (row + i) * 4L));
        }
      }
      case UNSIGNED_INT -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getInt(data + (row + i) * 4L) & 0xffff_ffffL);
        }
      }
      case LONG -> Native.copy(data + row * 8L, raw.address(position), length * 8L);
      case MILLISECOND_DATE -> {
        for (int i = 0; i < length; i++) {
          long milliseconds = Native.getLong(data + (row + i) * 8L);
          raw.set(position + i, Math.floorDiv(milliseconds, DAY_SECONDS * 1000));
        }
      }
      case DECIMAL_128 -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getLong(data + (row + i) * 16L));
        }
      }
      case DECIMAL_256 -> {
        for (int i = 0; i < length; i++) {
          raw.set(position + i, Native.getLong(data + (row + i) * 32L));
        }
      }
    }
  }

  /// The positions that hold an odd value.
  private @Nullable Bits odd() {
    Bits odd = null;
    boolean mayBeOdd =
        switch (type) {
          case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION -> true;
          default -> false;
        };
    for (int p = 0; mayBeOdd && p < count; p++) {
      if (isOdd(raw.get(p)) && !isNull(p)) {
        if (odd == null) {
          odd = new Bits(count);
        }
        odd.set(p);
      }
    }
    return odd;
  }

  private boolean isOdd(long value) {
    return switch (type) {
      case DATE -> outside(value, FIRST_SECOND / DAY_SECONDS, LAST_SECOND / DAY_SECONDS);
      case NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP ->
          scale < 9 && outside(seconds(value), FIRST_SECOND, LAST_SECOND);
      case TIME -> belowMicrosecond(value) || outside(seconds(value), 0, DAY_SECONDS - 1);
      case DURATION ->
          belowMicrosecond(value) || outside(seconds(value), -LONGEST_SECONDS, LONGEST_SECONDS);
      default -> false;
    };
  }

  private boolean belowMicrosecond(long value) {
    return scale == 9 && value % 1000 != 0;
  }

  private long seconds(long value) {
    return Math.floorDiv(value, Powers.ofTen(scale));
  }

  private static boolean outside(long value, long low, long high) {
    return value < low || value > high;
  }

  @Override
  ColumnData finish() {
    return new LongColumn(type, raw, count, scale, unsigned, nulls, odd());
  }
}
