package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
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
  private final long[] raw;
  private @Nullable ArrowBuf data;
  private @Nullable Bits odd;

  private LongReader(ValueType type, Layout layout, int scale, boolean unsigned, int count) {
    super(count);
    this.type = type;
    this.layout = layout;
    this.scale = scale;
    this.unsigned = unsigned;
    this.raw = new long[count];
  }

  static boolean holds(ArrowType.Decimal type) {
    return type.getPrecision() <= 18 && type.getScale() >= 0 && type.getScale() <= 18;
  }

  static LongReader of(Field field, ValueType type, int count) {
    return switch (field.getType()) {
      case ArrowType.Bool _ -> new LongReader(type, Layout.BIT, 0, false, count);
      case ArrowType.Int integer ->
          new LongReader(
              type,
              layout(integer),
              0,
              !integer.getIsSigned() && integer.getBitWidth() == 64,
              count);
      case ArrowType.Decimal decimal ->
          new LongReader(
              type,
              decimal.getBitWidth() == 256 ? Layout.DECIMAL_256 : Layout.DECIMAL_128,
              decimal.getScale(),
              false,
              count);
      case ArrowType.Date date ->
          new LongReader(
              type,
              date.getUnit() == DateUnit.DAY ? Layout.INT : Layout.MILLISECOND_DATE,
              0,
              false,
              count);
      case ArrowType.Time time ->
          new LongReader(
              type,
              time.getBitWidth() == 32 ? Layout.INT : Layout.LONG,
              digits(time.getUnit()),
              false,
              count);
      case ArrowType.Timestamp timestamp ->
          new LongReader(type, Layout.LONG, digits(timestamp.getUnit()), false, count);
      case ArrowType.Duration duration ->
          new LongReader(type, Layout.LONG, digits(duration.getUnit()), false, count);
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
  void begin(FieldVector vector) {
    data = vector.getDataBuffer();
  }

  @Override
  @SuppressWarnings("NullAway") // begin comes first
  void read(int position, int row) {
    long at = row;
    long value =
        switch (layout) {
          case BIT -> BitVectorHelper.get(data, row);
          case BYTE -> data.getByte(at);
          case UNSIGNED_BYTE -> data.getByte(at) & 0xff;
          case SHORT -> data.getShort(at * 2);
          case UNSIGNED_SHORT -> data.getShort(at * 2) & 0xffff;
          case INT -> data.getInt(at * 4);
          case UNSIGNED_INT -> data.getInt(at * 4) & 0xffff_ffffL;
          case LONG -> data.getLong(at * 8);
          case MILLISECOND_DATE -> Math.floorDiv(data.getLong(at * 8), DAY_SECONDS * 1000);
          case DECIMAL_128 -> data.getLong(at * 16);
          case DECIMAL_256 -> data.getLong(at * 32);
        };
    raw[position] = value;
    if (isOdd(value)) {
      if (odd == null) {
        odd = new Bits(count);
      }
      odd.set(position);
    }
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
    return new LongColumn(type, raw, count, scale, unsigned, nulls, odd);
  }
}
