package dev.dovetail.spaces.segment;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// A key's value as a message shows it.
final class KeyText {
  private static final long NANOS = 1_000_000_000L;

  private KeyText() {}

  static String of(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return "null";
    }
    return switch (vector) {
      case VarCharVector text -> "'" + text.getObject(row) + "'";
      case VarBinaryVector bytes -> "0x" + HexFormat.of().formatHex(bytes.get(row));
      case UInt8Vector unsigned -> Long.toUnsignedString(unsigned.get(row));
      case BaseIntVector integer -> String.valueOf(integer.getValueAsLong(row));
      case TimeStampVector timestamp -> instant(timestamp, row);
      default -> String.valueOf(vector.getObject(row));
    };
  }

  private static String instant(TimeStampVector vector, int row) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    long perSecond =
        switch (type.getUnit()) {
          case SECOND -> 1L;
          case MILLISECOND -> TimeUnit.SECONDS.toMillis(1);
          case MICROSECOND -> TimeUnit.SECONDS.toMicros(1);
          case NANOSECOND -> NANOS;
        };
    long value = vector.get(row);
    try {
      String text =
          Instant.ofEpochSecond(
                  Math.floorDiv(value, perSecond),
                  Math.floorMod(value, perSecond) * (NANOS / perSecond))
              .toString();
      return type.getTimezone() == null ? text.substring(0, text.length() - 1) : text;
    } catch (DateTimeException _) {
      return value + " " + type.getUnit();
    }
  }
}
