package dev.dovetail.engine.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// Column types with the values that break joins. Values are boxed: `BigInteger`, `Double`,
/// `BigDecimal`, `Boolean`, `String`, `ByteBuffer`, `LocalDate`, `LocalTime`, `LocalDateTime`,
/// `Instant`, `Duration`, or null.
public enum Kind {
  INT8(new ArrowType.Int(8, true), ints("0", "1", "-1", "2", "-128", "127")),
  INT64(
      new ArrowType.Int(64, true),
      ints(
          "0",
          "1",
          "2",
          "-1",
          "9007199254740991",
          "9007199254740992",
          "9007199254740993",
          "9223372036854775807",
          "-9223372036854775808")),
  UINT8(new ArrowType.Int(8, false), ints("0", "1", "2", "255", "128")),
  UINT64(
      new ArrowType.Int(64, false),
      ints(
          "0",
          "1",
          "2",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551615")),
  FLOAT64(
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
      List.of(
          0.0,
          -0.0,
          1.0,
          2.0,
          0.5,
          1.2,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          9007199254740992.0,
          9007199254740994.0,
          0x1p63,
          -0x1p63,
          0x1p64,
          -1.0)),
  FLOAT32(
      new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
      List.of(0.0, -0.0, 1.0, 0.5, (double) 1.2f, Double.NaN)),
  BOOL(ArrowType.Bool.INSTANCE, List.of(true, false)),
  TEXT(
      ArrowType.Utf8.INSTANCE,
      List.of(
          "",
          "a",
          "ab",
          "A",
          "1",
          "\u00e9",
          "\u00e8",
          "e\u0301",
          "\uffff",
          "\ud83d\ude00",
          "stra\u00dfe",
          "a text that is longer than thirty-two bytes, a",
          "a text that is longer than thirty-two bytes, b")),
  BINARY(
      ArrowType.Binary.INSTANCE,
      List.of(bytes(""), bytes("a"), bytes("ab"), ByteBuffer.wrap(new byte[] {(byte) 0xff, 0}))),
  DATE(
      new ArrowType.Date(DateUnit.DAY),
      List.of(LocalDate.of(2024, 2, 29), LocalDate.EPOCH, LocalDate.of(1, 6, 1))),
  TIME_US(
      new ArrowType.Time(TimeUnit.MICROSECOND, 64),
      List.of(LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59, 999_999_000))),
  TIME_NS(
      new ArrowType.Time(TimeUnit.NANOSECOND, 64),
      List.of(LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59, 999_999_000))),
  NAIVE_S(
      new ArrowType.Timestamp(TimeUnit.SECOND, null),
      List.of(at(0), LocalDateTime.of(1, 6, 1, 0, 0), LocalDateTime.of(9999, 1, 1, 0, 0))),
  NAIVE_US(
      new ArrowType.Timestamp(TimeUnit.MICROSECOND, null), List.of(at(0), at(1000), at(-1000))),
  NAIVE_NS(
      new ArrowType.Timestamp(TimeUnit.NANOSECOND, null),
      List.of(at(0), at(1), at(-1), at(1000), at(1001))),
  UTC_MS(
      new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC"),
      List.of(Instant.EPOCH, Instant.ofEpochMilli(1))),
  OFFSET_NS(
      new ArrowType.Timestamp(TimeUnit.NANOSECOND, "+02:00"),
      List.of(Instant.EPOCH, Instant.ofEpochSecond(0, 1_000_000), Instant.ofEpochSecond(0, 1))),
  DURATION_MS(
      new ArrowType.Duration(TimeUnit.MILLISECOND), List.of(Duration.ZERO, Duration.ofMillis(-1))),
  DURATION_NS(
      new ArrowType.Duration(TimeUnit.NANOSECOND),
      List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofNanos(1000))),
  DECIMAL_SMALL(
      new ArrowType.Decimal(10, 2, 128), decimals("0.00", "1.20", "1.00", "0.50", "-1.00")),
  DECIMAL_FINE(
      new ArrowType.Decimal(18, 6, 128), decimals("0.000000", "1.200000", "1.200001", "1.000000")),
  DECIMAL_WIDE(
      new ArrowType.Decimal(38, 10, 128),
      decimals(
          "0.0000000000",
          "1.2000000000",
          "1.0000000000",
          "9007199254740993.0000000000",
          "18446744073709551615.0000000000",
          "1.2000000001"));

  private final ArrowType type;
  private final List<?> pool;

  Kind(ArrowType type, List<?> pool) {
    this.type = type;
    this.pool = pool;
  }

  public ArrowType type() {
    return type;
  }

  public List<?> pool() {
    return pool;
  }

  private static List<BigInteger> ints(String... texts) {
    return java.util.Arrays.stream(texts).map(BigInteger::new).toList();
  }

  private static List<BigDecimal> decimals(String... texts) {
    return java.util.Arrays.stream(texts).map(BigDecimal::new).toList();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static LocalDateTime at(long nanos) {
    return LocalDateTime.of(2024, 5, 1, 0, 0).plusNanos(nanos);
  }

  /// Writes a boxed value into a vector of the kind's type.
  static void write(FieldVector vector, int row, Object value) {
    if (value == null) {
      vector.setNull(row);
      return;
    }
    switch (vector) {
      case TinyIntVector v -> v.setSafe(row, ((BigInteger) value).intValueExact());
      case UInt1Vector v -> v.setSafe(row, ((BigInteger) value).intValueExact());
      case BigIntVector v -> v.setSafe(row, ((BigInteger) value).longValueExact());
      case UInt8Vector v -> v.setSafe(row, ((BigInteger) value).longValue());
      case Float8Vector v -> v.setSafe(row, (Double) value);
      case Float4Vector v -> v.setSafe(row, ((Double) value).floatValue());
      case BitVector v -> v.setSafe(row, (Boolean) value ? 1 : 0);
      case VarCharVector v -> v.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector v -> v.setSafe(row, ((ByteBuffer) value).array());
      case DateDayVector v -> v.setSafe(row, (int) ((LocalDate) value).toEpochDay());
      case TimeMicroVector v -> v.setSafe(row, ((LocalTime) value).toNanoOfDay() / 1000);
      case TimeNanoVector v -> v.setSafe(row, ((LocalTime) value).toNanoOfDay());
      case TimeStampVector v -> {
        Instant instant =
            value instanceof LocalDateTime local
                ? local.toInstant(ZoneOffset.UTC)
                : (Instant) value;
        TimeUnit unit = ((ArrowType.Timestamp) v.getField().getType()).getUnit();
        v.setSafe(row, units(instant.getEpochSecond(), instant.getNano(), unit));
      }
      case DurationVector v -> {
        Duration duration = (Duration) value;
        TimeUnit unit = ((ArrowType.Duration) v.getField().getType()).getUnit();
        v.setSafe(row, units(duration.getSeconds(), duration.getNano(), unit));
      }
      case DecimalVector v -> v.setSafe(row, (BigDecimal) value);
      default -> throw new IllegalArgumentException(vector.getField().toString());
    }
  }

  private static long units(long seconds, int nanos, TimeUnit unit) {
    long perSecond =
        switch (unit) {
          case SECOND -> 1;
          case MILLISECOND -> 1_000;
          case MICROSECOND -> 1_000_000;
          case NANOSECOND -> 1_000_000_000;
        };
    return Math.addExact(
        Math.multiplyExact(seconds, perSecond), nanos / (1_000_000_000 / perSecond));
  }
}
