package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The values of a case in a form whose `equals` is the suite's comparison: integers as
/// `BigInteger`, floats as `Double` (NaN equals NaN, -0.0 differs from 0.0), decimals without
/// trailing zeros, timestamps as [Instant], lists as `List`, structs as lists of [Entry] in schema
/// order.
final class CaseValue {
  private static final BigInteger BILLION = BigInteger.valueOf(1_000_000_000);

  private CaseValue() {}

  /// Nanoseconds since 1970, and whether the column has a zone.
  record Instant(BigInteger nanos, boolean zoned) {}

  record Bytes(String hex) {}

  record Span(BigInteger nanos) {}

  record Entry(String name, @Nullable Object value) {}

  /// The value that `json` writes for a column of this type.
  static @Nullable Object of(JsonNode json, Field field) {
    if (json.isNull() || json.isMissingNode()) {
      return null;
    }
    return switch (field.getType()) {
      case ArrowType.Bool _ -> json.booleanValue();
      case ArrowType.Int _ -> integer(json);
      case ArrowType.FloatingPoint f -> floating(json, f.getPrecision());
      case ArrowType.Utf8 _ -> text(json);
      case ArrowType.Binary _ -> new Bytes(json.get("$bin").textValue());
      case ArrowType.Decimal _ -> decimal(json);
      case ArrowType.Date _ -> LocalDate.parse(json.get("$date").textValue());
      case ArrowType.Time _ -> LocalTime.parse(json.get("$time").textValue());
      case ArrowType.Timestamp t -> timestamp(json.get("$ts").textValue(), t.getTimezone() != null);
      case ArrowType.Duration _ -> duration(json.get("$dur").textValue());
      case ArrowType.List _ -> list(json, field.getChildren().getFirst());
      case ArrowType.Struct _ -> struct(json, field.getChildren());
      default ->
          throw new IllegalArgumentException("no case has a column of type " + field.getType());
    };
  }

  private static String text(JsonNode json) {
    if (!json.isTextual()) {
      throw new IllegalArgumentException("not a text: " + json);
    }
    return json.textValue();
  }

  private static BigInteger integer(JsonNode json) {
    return json.has("$int") ? new BigInteger(json.get("$int").textValue()) : json.bigIntegerValue();
  }

  private static Double floating(JsonNode json, FloatingPointPrecision precision) {
    double value = json.has("$f64") ? special(json.get("$f64").textValue()) : json.doubleValue();
    return precision == FloatingPointPrecision.SINGLE ? (double) (float) value : value;
  }

  private static double special(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static BigDecimal decimal(JsonNode json) {
    return canonical(new BigDecimal(json.get("$dec").textValue()));
  }

  static BigDecimal canonical(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }

  private static Instant timestamp(String text, boolean zoned) {
    if (!zoned) {
      LocalDateTime time = LocalDateTime.parse(text);
      var instant = time.toInstant(ZoneOffset.UTC);
      return new Instant(nanos(instant.getEpochSecond(), instant.getNano()), false);
    }
    OffsetDateTime time = OffsetDateTime.parse(text);
    return new Instant(nanos(time.toEpochSecond(), time.getNano()), true);
  }

  private static Span duration(String text) {
    Duration duration = Duration.parse(text);
    return new Span(nanos(duration.getSeconds(), duration.getNano()));
  }

  static BigInteger nanos(long seconds, long nanos) {
    return BigInteger.valueOf(seconds).multiply(BILLION).add(BigInteger.valueOf(nanos));
  }

  private static List<@Nullable Object> list(JsonNode json, Field element) {
    List<@Nullable Object> values = new ArrayList<>();
    for (JsonNode item : Repeats.expand(json)) {
      values.add(of(item, element));
    }
    return values;
  }

  private static List<Entry> struct(JsonNode json, List<Field> fields) {
    List<Entry> entries = new ArrayList<>();
    for (Field field : fields) {
      entries.add(new Entry(field.getName(), of(json.path(field.getName()), field)));
    }
    return entries;
  }

  static Bytes bytes(byte[] bytes) {
    return new Bytes(HexFormat.of().formatHex(bytes));
  }
}
