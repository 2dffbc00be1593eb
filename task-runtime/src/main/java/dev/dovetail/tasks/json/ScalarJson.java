package dev.dovetail.tasks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.tasks.Scalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/// Values as JSON: plain where JSON can hold them, else an object of one member whose name begins
/// with `$` (`$int`, `$f64`, `$dec`, `$date`, `$time`, `$ts`, `$dur`, `$bin`; `$struct` around a
/// struct that would look like one of these).
final class ScalarJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final BigInteger EXACT = BigInteger.TWO.pow(53);

  private ScalarJson() {}

  static JsonNode write(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Null _ -> NODES.nullNode();
      case Scalar.Bool(var value) -> NODES.booleanNode(value);
      case Scalar.Int(var value) ->
          value.abs().compareTo(EXACT) <= 0
              ? NODES.numberNode(value.longValueExact())
              : tagged("$int", value.toString());
      case Scalar.Real(var value) -> real(value);
      case Scalar.Decimal(var value) -> tagged("$dec", value.toString());
      case Scalar.Text(var value) -> NODES.textNode(value);
      case Scalar.Bytes(var hex) -> tagged("$bin", hex);
      case Scalar.Date(var value) -> tagged("$date", value.toString());
      case Scalar.Time(var value) -> tagged("$time", value.toString());
      case Scalar.Timestamp(var value) -> tagged("$ts", value.toString());
      case Scalar.Instant(var value) -> tagged("$ts", value.toString());
      case Scalar.Duration(var value) -> tagged("$dur", value.toString());
      case Scalar.Items(var values) -> {
        ArrayNode list = NODES.arrayNode();
        values.forEach(value -> list.add(write(value)));
        yield list;
      }
      case Scalar.Fields(var values) -> {
        ObjectNode struct = NODES.objectNode();
        values.forEach((name, value) -> struct.set(name, write(value)));
        yield looksTagged(values) ? NODES.objectNode().set("$struct", struct) : struct;
      }
    };
  }

  static Scalar read(String file, Json json) {
    return switch (json) {
      case Json.Null _ -> new Scalar.Null();
      case Json.Bool(var value, _) -> new Scalar.Bool(value);
      case Json.Int(var value, _) -> new Scalar.Int(value);
      case Json.Real(var value, _) -> new Scalar.Real(value);
      case Json.Str(var value, _) -> new Scalar.Text(value);
      case Json.Arr(var items, _) ->
          new Scalar.Items(items.stream().map(item -> read(file, item)).toList());
      case Json.Obj(var members, var place) -> {
        if (!looksTagged(members)) {
          yield fields(file, members);
        }
        var only = members.entrySet().iterator().next();
        yield tag(file, only.getKey(), only.getValue(), place);
      }
    };
  }

  private static Scalar tag(String file, String tag, Json json, Json.Place place) {
    if (tag.equals("$struct") && json instanceof Json.Obj(var members, _)) {
      return fields(file, members);
    }
    if (!(json instanceof Json.Str(var text, _))) {
      throw Fault.at(
          file, json.place(), "the value of " + tag + " is a text, not " + json.noun(), "");
    }
    try {
      return switch (tag) {
        case "$int" -> new Scalar.Int(new BigInteger(text));
        case "$f64" -> new Scalar.Real(special(text));
        case "$dec" -> new Scalar.Decimal(new BigDecimal(text));
        case "$date" -> new Scalar.Date(LocalDate.parse(text));
        case "$time" -> new Scalar.Time(LocalTime.parse(text));
        case "$ts" ->
            isZoned(text)
                ? new Scalar.Instant(OffsetDateTime.parse(text))
                : new Scalar.Timestamp(LocalDateTime.parse(text));
        case "$dur" -> new Scalar.Duration(java.time.Duration.parse(text));
        case "$bin" -> new Scalar.Bytes(HexFormat.of().formatHex(HexFormat.of().parseHex(text)));
        default ->
            throw Fault.at(
                file,
                place,
                "there is no kind of value " + tag,
                "There are: $int, $f64, $dec, $date, $time, $ts, $dur, $bin, $struct.");
      };
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw Fault.at(
          file, json.place(), "'" + text + "' is no value of kind " + tag, "Write it in ISO form.");
    }
  }

  private static Scalar fields(String file, Map<String, Json> members) {
    Map<String, Scalar> values = new LinkedHashMap<>();
    members.forEach((name, value) -> values.put(name, read(file, value)));
    return new Scalar.Fields(values);
  }

  private static boolean looksTagged(Map<String, ?> members) {
    return members.size() == 1 && members.keySet().iterator().next().startsWith("$");
  }

  private static boolean isZoned(String text) {
    return text.endsWith("Z") || text.lastIndexOf('+') > 10 || text.lastIndexOf('-') > 10;
  }

  private static JsonNode real(double value) {
    if (Double.isNaN(value)) {
      return tagged("$f64", "nan");
    }
    if (Double.isInfinite(value)) {
      return tagged("$f64", value > 0 ? "inf" : "-inf");
    }
    return Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(-0.0)
        ? tagged("$f64", "-0.0")
        : NODES.numberNode(value);
  }

  private static double special(String text) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static ObjectNode tagged(String tag, String text) {
    return NODES.objectNode().put(tag, text);
  }
}
