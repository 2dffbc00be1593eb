package dev.dovetail.engine.decide.runtime;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.Powers;
import dev.dovetail.engine.decide.Exact;
import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// Values of columns in the form that functions take; undecided where a value is NULL or odd, or
/// does not fit the form.
///
/// Written for speed: the column is a constant of the generated class, so what it lacks costs
/// nothing.
public final class Reads {
  private static final int MICROSECONDS = 6;
  private static final int NANOS_PER_MICRO = 1_000;

  private Reads() {}

  private static void require(ColumnData column, int position) {
    if (column.isOdd(position)) {
      throw Undecided.here();
    }
    if (column.isNull(position)) {
      throw Undecided.raised();
    }
  }

  public static boolean isNull(ColumnData column, int position) {
    if (column.isOdd(position)) {
      throw Undecided.here();
    }
    return column.isNull(position);
  }

  public static boolean bool(LongColumn column, int position) {
    require(column, position);
    return column.raw(position) != 0;
  }

  /// An integer, or a date in days.
  public static long integer(LongColumn column, int position) {
    require(column, position);
    long value = column.raw(position);
    if (value < 0 && column.unsigned()) {
      throw Undecided.here();
    }
    return value;
  }

  /// A time, timestamp or duration in microseconds; what lies below is left out, as the functions
  /// of timestamps leave it out.
  public static long micros(LongColumn column, int position) {
    require(column, position);
    long value = column.raw(position);
    int scale = column.scale();
    return scale == MICROSECONDS
        ? value
        : scale > MICROSECONDS
            ? Math.floorDiv(value, NANOS_PER_MICRO)
            : Ints.intMultiply(value, Powers.ofTen(MICROSECONDS - scale));
  }

  /// The same; undecided where something lies below the microsecond.
  public static long wholeMicros(LongColumn column, int position) {
    long micros = micros(column, position);
    if (column.scale() > MICROSECONDS && column.raw(position) % NANOS_PER_MICRO != 0) {
      throw Undecided.here();
    }
    return micros;
  }

  public static double real(DoubleColumn column, int position) {
    require(column, position);
    return column.value(position);
  }

  public static BigDecimal decimal(ColumnData column, int position) {
    require(column, position);
    return Exact.decimal(column, position);
  }

  public static String text(BytesColumn column, int position) {
    require(column, position);
    return column.text(position);
  }

  public static byte[] binary(BytesColumn column, int position) {
    require(column, position);
    return column.bytes(position);
  }

  public static List<?> list(ListColumn column, int position) {
    require(column, position);
    return new Elements(column.elements(), column.start(position), column.end(position));
  }

  public static int start(ListColumn column, int position) {
    require(column, position);
    return column.start(position);
  }

  public static int end(ListColumn column, int position) {
    return column.end(position);
  }

  /// The elements of a list, boxed when they are read.
  private static final class Elements extends AbstractList<@Nullable Object>
      implements RandomAccess {
    private final ColumnData column;
    private final int start;
    private final int size;

    Elements(ColumnData column, int start, int end) {
      this.column = column;
      this.start = start;
      this.size = end - start;
    }

    @Override
    public @Nullable Object get(int index) {
      return boxed(column, start + index);
    }

    @Override
    public int size() {
      return size;
    }
  }

  /// A value, boxed; null for NULL.
  public static @Nullable Object boxed(ColumnData column, int position) {
    if (isNull(column, position)) {
      return null;
    }
    return switch (column.type()) {
      case NULL -> null;
      case BOOL -> bool((LongColumn) column, position);
      case INTEGER ->
          column instanceof LongColumn longs
              ? (Object) integer(longs, position)
              : decimal(column, position);
      case DATE -> integer((LongColumn) column, position);
      case TIME, NAIVE_TIMESTAMP, INSTANT, DURATION -> wholeMicros((LongColumn) column, position);
      case FLOAT -> real((DoubleColumn) column, position);
      case DECIMAL -> decimal(column, position);
      case TEXT -> text((BytesColumn) column, position);
      case BINARY -> binary((BytesColumn) column, position);
      case LIST -> list((ListColumn) column, position);
      case STRUCT, ZONED_TIMESTAMP -> throw Undecided.here();
    };
  }

  public static boolean unboxBool(@Nullable Object value) {
    return value instanceof Boolean bool ? bool : fail();
  }

  private static boolean fail() {
    throw Undecided.raised();
  }

  public static long unboxLong(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Boolean bool) {
      return bool ? 1 : 0;
    }
    if (value == null) {
      throw Undecided.raised();
    }
    throw Undecided.here();
  }

  public static double unboxDouble(@Nullable Object value) {
    if (value instanceof Double real) {
      return real;
    }
    throw Undecided.raised();
  }

  public static Object present(@Nullable Object value) {
    if (value == null) {
      throw Undecided.raised();
    }
    return value;
  }

  public static boolean truth(@Nullable Object value) {
    return Lists.isTrue(value);
  }

  // texts of two columns, compared where they lie

  public static boolean startsWith(BytesColumn text, int i, BytesColumn prefix, int j) {
    require(text, i);
    require(prefix, j);
    int length = prefix.length(j);
    return text.length(i) >= length && text.samePrefix(i, prefix, j, length);
  }

  public static boolean endsWith(BytesColumn text, int i, BytesColumn suffix, int j) {
    require(text, i);
    require(suffix, j);
    int length = suffix.length(j);
    int from = text.length(i) - length;
    return from >= 0 && sameAt(text, i, from, suffix, j, length);
  }

  public static boolean within(BytesColumn part, int i, BytesColumn text, int j) {
    require(part, i);
    require(text, j);
    int length = part.length(i);
    if (length == 0) {
      return true;
    }
    byte first = part.byteAt(i, 0);
    for (int from = 0; from + length <= text.length(j); from++) {
      if (text.byteAt(j, from) == first && sameAt(text, j, from, part, i, length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean sameAt(
      BytesColumn text, int i, int from, BytesColumn part, int j, int length) {
    for (int k = 0; k < length; k++) {
      if (text.byteAt(i, from + k) != part.byteAt(j, k)) {
        return false;
      }
    }
    return true;
  }
}
