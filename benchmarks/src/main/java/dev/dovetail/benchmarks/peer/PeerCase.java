package dev.dovetail.benchmarks.peer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.engine.shape.JoinShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to join, and with what.
///
/// @param x path of an Arrow file
/// @param y likewise; the same path joins X with itself
/// @param function the text of the condition's lambda
/// @param asOf the column of Y by which a match is latest, for that shape
/// @param interpreted leave the whole condition to Python
record PeerCase(
    String x,
    String y,
    List<String> key,
    List<String> evidence,
    String function,
    JoinShape shape,
    Optional<String> asOf,
    boolean interpreted,
    int threads,
    long memoryBytes,
    Optional<String> strategy) {
  PeerCase {
    key = List.copyOf(key);
    evidence = List.copyOf(evidence);
  }

  static PeerCase of(JsonNode json) {
    return new PeerCase(
        json.required("x").asText(),
        json.required("y").asText(),
        texts(json.required("key")),
        texts(json.required("evidence")),
        json.required("fn").asText(),
        JoinShape.named(json.required("shape").asText()).orElseThrow(),
        Optional.ofNullable(json.path("asOf").asText(null)),
        json.path("interpreted").asBoolean(),
        json.required("threads").asInt(),
        json.required("memory").asLong(),
        Optional.ofNullable(json.path("strategy").asText(null)));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asText()));
    return texts;
  }
}
