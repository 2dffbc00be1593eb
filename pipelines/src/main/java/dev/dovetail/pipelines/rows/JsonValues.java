package dev.dovetail.pipelines.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Values of CXL as JSON, and JSON as values.
public final class JsonValues {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private JsonValues() {}

  /// The type of what JSON holds; empty for an array of several types.
  public static Optional<CxlType> type(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> Optional.of(Simple.STRING);
      case BOOLEAN -> Optional.of(Simple.BOOL);
      case NUMBER -> Optional.of(json.isIntegralNumber() ? Simple.INT : Simple.FLOAT);
      case ARRAY -> {
        Optional<CxlType> element = Optional.of(Simple.NULL);
        for (JsonNode item : json) {
          element = element.flatMap(a -> type(item).flatMap(b -> CxlType.common(a, b)));
        }
        yield element.map(CxlType.Array::new);
      }
      case OBJECT -> {
        List<CxlType.Entry> entries = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
          type(entry.getValue())
              .ifPresent(type -> entries.add(new CxlType.Entry(entry.getKey(), type)));
        }
        yield entries.size() < json.size()
            ? Optional.empty()
            : Optional.of(new CxlType.Mapping(entries));
      }
      case NULL, MISSING, BINARY, POJO -> Optional.of(Simple.NULL);
    };
  }

  /// The value of JSON that has a [#type].
  public static @Nullable Object value(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> json.textValue();
      case BOOLEAN -> json.booleanValue();
      case NUMBER -> number(json);
      case ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        json.forEach(item -> list.add(value(item)));
        yield Collections.unmodifiableList(list);
      }
      case OBJECT -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        json.properties().forEach(entry -> map.put(entry.getKey(), value(entry.getValue())));
        yield Collections.unmodifiableMap(map);
      }
      case NULL, MISSING, BINARY, POJO -> null;
    };
  }

  private static Object number(JsonNode json) {
    if (!json.isIntegralNumber()) {
      return json.doubleValue();
    }
    return json.canConvertToLong() ? (Object) json.longValue() : json.bigIntegerValue();
  }

  /// A value as JSON; what JSON has no form for is its text.
  public static JsonNode json(@Nullable Object value) {
    return switch (value) {
      case null -> JSON.nullNode();
      case Boolean flag -> JSON.booleanNode(flag);
      case Long number -> JSON.numberNode(number);
      case BigInteger number -> JSON.numberNode(number);
      case BigDecimal number -> DecimalNode.valueOf(number); // with all its digits
      case Double number when Double.isFinite(number) -> JSON.numberNode(number);
      case List<?> list -> {
        ArrayNode array = JSON.arrayNode();
        list.forEach(item -> array.add(json(item)));
        yield array;
      }
      case Map<?, ?> map -> {
        ObjectNode object = JSON.objectNode();
        map.forEach((name, item) -> object.set((String) name, json(item)));
        yield object;
      }
      default -> JSON.textNode(value.toString());
    };
  }
}
