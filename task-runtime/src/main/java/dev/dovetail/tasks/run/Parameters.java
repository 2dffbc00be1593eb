package dev.dovetail.tasks.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.tasks.FunctionParameter;
import dev.dovetail.tasks.Scalar;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Function parameters as the constants that conditions and interpreters take.
final class Parameters {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int NANOS_PER_MICRO = 1_000;

  private Parameters() {}

  static Map<String, Constant> constants(Map<String, FunctionParameter> parameters) {
    Map<String, Constant> constants = new LinkedHashMap<>();
    parameters.forEach(
        (name, parameter) -> constants.put(name, new Encoder(name).constant(parameter.value())));
    return constants;
  }

  /// A value that conditions compare, if it is of such a kind.
  static Optional<Constant> comparable(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Null _ -> Optional.of(new Constant.Null());
      case Scalar.Bool(var value) -> Optional.of(new Constant.Bool(value));
      case Scalar.Int(var value) -> Optional.of(new Constant.Int(value));
      case Scalar.Real(var value) -> Optional.of(new Constant.Real(value));
      case Scalar.Decimal(var value) -> Optional.of(new Constant.Decimal(value));
      case Scalar.Text(var value) -> Optional.of(new Constant.Text(value));
      case Scalar.Bytes(var hex) -> Optional.of(new Constant.Bytes(hex));
      case Scalar.Date _,
          Scalar.Time _,
          Scalar.Timestamp _,
          Scalar.Instant _,
          Scalar.Duration _,
          Scalar.Items _,
          Scalar.Fields _ ->
          Optional.empty();
    };
  }

  /// Writes one parameter's value; the form is that of [Constant.Opaque].
  private record Encoder(String parameter) {
    Constant constant(Scalar scalar) {
      return comparable(scalar)
          .orElseGet(() -> new Constant.Opaque(type(scalar), array(scalar).toString()));
    }

    private static ValueType type(Scalar scalar) {
      return switch (scalar) {
        case Scalar.Date _ -> ValueType.DATE;
        case Scalar.Time _ -> ValueType.TIME;
        case Scalar.Timestamp _ -> ValueType.NAIVE_TIMESTAMP;
        case Scalar.Instant _ -> ValueType.INSTANT;
        case Scalar.Duration _ -> ValueType.DURATION;
        case Scalar.Items _ -> ValueType.LIST;
        default -> ValueType.STRUCT;
      };
    }

    private ArrayNode array(Scalar scalar) {
      return switch (scalar) {
        case Scalar.Null _ -> array("null").add("");
        case Scalar.Bool(var value) -> array("bool").add(value ? "True" : "False");
        case Scalar.Int(var value) -> array("int").add(value.toString());
        case Scalar.Real(var value) -> array("float").add(Double.toString(value));
        case Scalar.Decimal(var value) -> array("decimal").add(value.toString());
        case Scalar.Text(var value) -> array("text").add(value);
        case Scalar.Bytes(var hex) -> array("bytes").add(hex);
        case Scalar.Date(var value) -> array("date").add(value.toEpochDay());
        case Scalar.Time(var value) ->
            array("time").add(micros(Duration.ofNanos(value.toNanoOfDay())));
        case Scalar.Timestamp(var value) -> timestamp(value).addNull();
        case Scalar.Instant(var value) -> instant(value);
        case Scalar.Duration(var value) -> array("duration").add(micros(value));
        case Scalar.Items(var values) -> {
          ArrayNode list = array("list");
          values.forEach(item -> list.add(array(item)));
          yield list;
        }
        case Scalar.Fields(var values) -> {
          ArrayNode struct = array("struct");
          values.forEach((name, item) -> struct.add(NODES.arrayNode().add(name).add(array(item))));
          yield struct;
        }
      };
    }

    private static ArrayNode array(String kind) {
      return NODES.arrayNode().add(kind);
    }

    private ArrayNode instant(OffsetDateTime value) {
      return timestamp(value.toLocalDateTime()).add(value.getOffset().getTotalSeconds());
    }

    private ArrayNode timestamp(LocalDateTime value) {
      if (value.getYear() < 1 || value.getYear() > 9999) {
        throw noValue("a year outside 1 to 9999");
      }
      return array("timestamp")
          .add(value.getYear())
          .add(value.getMonthValue())
          .add(value.getDayOfMonth())
          .add(value.getHour())
          .add(value.getMinute())
          .add(value.getSecond())
          .add(value.getNano() / NANOS_PER_MICRO)
          .add(value.getNano() % NANOS_PER_MICRO);
    }

    private long micros(Duration value) {
      if (value.getNano() % NANOS_PER_MICRO != 0) {
        throw noValue("nanoseconds");
      }
      return Math.addExact(
          Math.multiplyExact(value.getSeconds(), 1_000_000L), value.getNano() / NANOS_PER_MICRO);
    }

    private DovetailException noValue(String what) {
      return new DovetailException(
          ErrorCode.E106,
          "parameter '" + parameter + "' has " + what + ", for which Python has no value",
          "",
          "Give a value that Python's datetime module can hold.");
    }
  }
}
