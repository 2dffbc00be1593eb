package dev.dovetail.sessions;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HexFormat;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// The plain text of a key value, as a person types it to look for the key.
final class KeyValue {
  private KeyValue() {}

  static String text(FieldVector column, int row) {
    if (column.isNull(row)) {
      return "None";
    }
    Object value = column.getObject(row);
    return switch (column.getField().getType()) {
      case ArrowType.Int type when !type.getIsSigned() ->
          column instanceof UInt8Vector wide
              ? wide.getObjectNoOverflow(row).toString()
              : Long.toString(unsigned(value, type.getBitWidth()));
      case ArrowType.Bool _ -> (Boolean) value ? "True" : "False";
      case ArrowType.Binary _ -> HexFormat.of().formatHex((byte[]) value);
      case ArrowType.Decimal _ -> ((BigDecimal) value).toPlainString();
      case ArrowType.Date _ when value instanceof Integer day ->
          LocalDate.ofEpochDay(day).toString();
      case ArrowType.Time type when value instanceof Number count ->
          LocalTime.ofNanoOfDay(Math.multiplyExact(count.longValue(), nanos(type.getUnit())))
              .toString();
      case ArrowType.Timestamp type when value instanceof Long count -> {
        Instant at = instant(count, type.getUnit());
        String zone = type.getTimezone();
        yield zone == null
            ? LocalDateTime.ofInstant(at, ZoneId.of("UTC")).toString()
            : at.atZone(ZoneId.of(zone)).toOffsetDateTime().toString();
      }
      default -> String.valueOf(value); // ArrowType is not sealed; the rest prints as it is
    };
  }

  private static long unsigned(Object value, int bits) {
    return switch (value) {
      case Character sixteen -> sixteen;
      case Number number -> number.longValue() & (-1L >>> (Long.SIZE - bits));
      default -> throw new IllegalStateException("an unsigned value of " + value.getClass());
    };
  }

  private static Instant instant(long count, TimeUnit unit) {
    long perSecond = 1_000_000_000L / nanos(unit);
    return Instant.ofEpochSecond(
        Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * nanos(unit));
  }

  private static long nanos(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1_000_000_000L;
      case MILLISECOND -> 1_000_000L;
      case MICROSECOND -> 1_000L;
      case NANOSECOND -> 1L;
    };
  }
}
