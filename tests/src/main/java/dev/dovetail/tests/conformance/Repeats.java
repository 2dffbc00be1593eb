package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Undoes `{"$repeat": n, "row"|"item": ...}` and the counters `{"$i": {...}}` in it.
final class Repeats {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Repeats() {}

  static List<JsonNode> expand(JsonNode list) {
    List<JsonNode> expanded = new ArrayList<>();
    for (JsonNode item : list) {
      if (!item.has("$repeat")) {
        expanded.add(item);
        continue;
      }
      JsonNode body = item.has("row") ? item.get("row") : item.get("item");
      for (int i = 0; i < item.get("$repeat").intValue(); i++) {
        expanded.add(counted(body, i));
      }
    }
    return expanded;
  }

  private static JsonNode counted(JsonNode node, int i) {
    if (node.has("$i")) {
      JsonNode counter = node.get("$i");
      long value = counter.path("start").asLong(0) + counter.path("step").asLong(1) * i;
      return JSON.numberNode(
          counter.has("mod") ? Math.floorMod(value, counter.get("mod").asLong()) : value);
    }
    if (node.isArray()) {
      ArrayNode copy = JSON.arrayNode();
      node.forEach(child -> copy.add(counted(child, i)));
      return copy;
    }
    if (node.isObject()) {
      ObjectNode copy = JSON.objectNode();
      node.properties().forEach(entry -> copy.set(entry.getKey(), counted(entry.getValue(), i)));
      return copy;
    }
    return node;
  }
}
