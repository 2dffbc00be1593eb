package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// One conformance case, as read from its file.
///
/// @param spaces name -> table, in the file's order
/// @param invariants the axes along which the answer must not change
public record CaseFile(
    String id, Map<String, JsonNode> spaces, List<JsonNode> runs, List<String> invariants) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static CaseFile read(Path file) {
    try {
      return of(JSON.readTree(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static CaseFile of(JsonNode json) {
    Map<String, JsonNode> spaces = new LinkedHashMap<>();
    json.get("spaces").properties().forEach(space -> spaces.put(space.getKey(), space.getValue()));
    List<JsonNode> runs = new ArrayList<>();
    json.get("runs").forEach(runs::add);
    List<String> invariants = new ArrayList<>();
    json.path("invariants").forEach(axis -> invariants.add(axis.textValue()));
    return new CaseFile(json.get("id").textValue(), spaces, runs, invariants);
  }

  /// The indexes of the runs that ask for a join.
  List<Integer> joins() {
    return IntStream.range(0, runs.size())
        .filter(i -> runs.get(i).get("front_end").textValue().equals("join"))
        .boxed()
        .toList();
  }

  /// The case files of a folder, or the file itself, by name.
  static List<Path> in(Path place) {
    if (!Files.isDirectory(place)) {
      return List.of(place);
    }
    try (var files = Files.list(place)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
