package dev.dovetail.engine.join;

import dev.dovetail.engine.column.BigColumn;
import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.NullityColumn;
import dev.dovetail.engine.column.Powers;
import dev.dovetail.engine.column.StructColumn;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// Primary keys as people read them: `7`, `'eu'`, `('eu', None)`.
final class KeyText {
  private KeyText() {}

  static String of(List<ColumnData> keys, int position) {
    return keys.size() == 1
        ? value(keys.getFirst(), position)
        : keys.stream()
            .map(key -> value(key, position))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String value(ColumnData column, int position) {
    if (column.isNull(position)) {
      return "None";
    }
    return switch (column) {
      case LongColumn longs -> ofLong(longs, position);
      case DoubleColumn doubles -> ofDouble(doubles.value(position));
      case BigColumn bigs -> bigs.value(position).toPlainString();
      case BytesColumn bytes -> ofBytes(bytes, position);
      case ListColumn _, StructColumn _, NullityColumn _ ->
          throw new IllegalStateException(column.type() + " is no key");
    };
  }

  private static String ofLong(LongColumn column, int position) {
    long raw = column.raw(position);
    return switch (column.type()) {
      case BOOL -> raw == 0 ? "False" : "True";
      case DATE -> LocalDate.ofEpochDay(raw).toString();
      case TIME -> LocalTime.MIDNIGHT.plusNanos(nanos(column, raw)).toString();
      case NAIVE_TIMESTAMP -> timestamp(column, raw).toString();
      case INSTANT, ZONED_TIMESTAMP -> timestamp(column, raw) + "Z";
      case DURATION ->
          Duration.ofSeconds(seconds(column, raw), nanosOfSecond(column, raw)).toString();
      default -> column.decimal(position).toPlainString();
    };
  }

  private static long seconds(LongColumn column, long raw) {
    return Math.floorDiv(raw, Powers.ofTen(column.scale()));
  }

  private static int nanosOfSecond(LongColumn column, long raw) {
    return (int)
        (Math.floorMod(raw, Powers.ofTen(column.scale())) * Powers.ofTen(9 - column.scale()));
  }

  private static long nanos(LongColumn column, long raw) {
    return raw * Powers.ofTen(9 - column.scale());
  }

  private static Object timestamp(LongColumn column, long raw) {
    long seconds = seconds(column, raw);
    // beyond what the calendar classes know, the number itself
    return Math.abs(seconds / 31_557_600) > 900_000_000
        ? seconds + " s"
        : LocalDateTime.ofEpochSecond(seconds, nanosOfSecond(column, raw), ZoneOffset.UTC);
  }

  private static String ofDouble(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return Double.toString(value);
  }

  private static String ofBytes(BytesColumn column, int position) {
    return switch (column.type()) {
      case TEXT -> quoted(column.text(position));
      default -> "0x" + HexFormat.of().formatHex(column.bytes(position));
    };
  }

  private static String quoted(String text) {
    return '\''
        + text.replace("\\", "\\\\")
            .replace("'", "\\'")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
        + '\'';
  }
}
