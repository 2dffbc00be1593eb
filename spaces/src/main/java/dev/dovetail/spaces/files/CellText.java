package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Base64;
import java.util.function.IntFunction;
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
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// Spells the cells of one leaf vector so that [TextColumn] reads the same values back.
final class CellText {
  private static final long DAY_SECONDS = 86_400;
  private static final int FIRST_DAY = Math.toIntExact(LocalDate.of(1, 1, 1).toEpochDay());
  private static final int LAST_DAY = Math.toIntExact(LocalDate.of(9999, 12, 31).toEpochDay());

  private final FieldVector vector;
  private final String file;
  private final IntFunction<String> spelling;

  CellText(FieldVector vector, String file) {
    this.vector = vector;
    this.file = file;
    this.spelling = spelling();
  }

  /// The text of a cell that is not NULL.
  String text(int row) {
    return spelling.apply(row);
  }

  private IntFunction<String> spelling() {
    return switch (vector) {
      case BitVector bits -> row -> bits.get(row) == 1 ? "true" : "false";
      case BaseIntVector integers ->
          unsigned64(vector)
              ? row -> Long.toUnsignedString(integers.getValueAsLong(row))
              : row -> Long.toString(integers.getValueAsLong(row));
      case Float4Vector floats -> row -> Float.toString(floats.get(row));
      case Float8Vector floats -> row -> Double.toString(floats.get(row));
      case DecimalVector decimals -> row -> decimals.getObjectNotNull(row).toPlainString();
      case Decimal256Vector decimals -> row -> decimals.getObjectNotNull(row).toPlainString();
      case VarCharVector texts -> row -> new String(texts.get(row), StandardCharsets.UTF_8);
      case VarBinaryVector bytes -> row -> Base64.getEncoder().encodeToString(bytes.get(row));
      case DateDayVector days -> row -> date(days.get(row), row);
      case TimeMicroVector times ->
          row -> time(new StringBuilder(), times.get(row), 1_000_000, 6).toString();
      case TimeStampVector stamps -> {
        ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
        String end = type.getTimezone() == null ? "" : "Z";
        yield row -> timestamp(stamps.get(row), type.getUnit(), row) + end;
      }
      case DurationVector durations -> {
        TimeUnit unit = ((ArrowType.Duration) vector.getField().getType()).getUnit();
        yield row -> DurationText.print(DurationVector.get(durations.getDataBuffer(), row), unit);
      }
      default -> throw new IllegalArgumentException("no text for " + vector.getField());
    };
  }

  static boolean unsigned64(FieldVector vector) {
    return vector.getField().getType() instanceof ArrowType.Int type
        && !type.getIsSigned()
        && type.getBitWidth() == 64;
  }

  private String date(long day, int row) {
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw new DovetailException(
          ErrorCode.E204,
          "column '" + vector.getName() + "' holds a date outside the years 0001 to 9999",
          file + ", row " + (row + 1) + " of its batch",
          "Write Arrow or Parquet.");
    }
    return LocalDate.ofEpochDay(day).toString();
  }

  private String timestamp(long value, TimeUnit unit, int row) {
    long perSecond = perSecond(unit);
    long second = Math.floorDiv(value, perSecond);
    StringBuilder text =
        new StringBuilder(date(Math.floorDiv(second, DAY_SECONDS), row)).append('T');
    long ofDay = Math.floorMod(second, DAY_SECONDS) * perSecond + Math.floorMod(value, perSecond);
    return time(text, ofDay, perSecond, digits(unit)).toString();
  }

  /// Appends `hh:mm:ss` and a fraction of so many digits.
  private static StringBuilder time(StringBuilder text, long ofDay, long perSecond, int digits) {
    long second = ofDay / perSecond;
    two(text, second / 3600).append(':');
    two(text, second / 60 % 60).append(':');
    two(text, second % 60);
    if (digits > 0) {
      String fraction = Long.toString(ofDay % perSecond);
      text.append('.').repeat('0', digits - fraction.length()).append(fraction);
    }
    return text;
  }

  private static StringBuilder two(StringBuilder text, long number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
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
}
