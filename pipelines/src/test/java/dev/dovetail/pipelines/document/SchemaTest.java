package dev.dovetail.pipelines.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// docs/pipeline.schema.json says of documents what the reader says.
class SchemaTest {
  private static final Path FILE = Path.of("../docs/pipeline.schema.json");
  private static final long SEED = Long.getLong("seed", 1);
  private static final int DOCUMENTS = 3_000;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /// Every field of every kind of node, once.
  private static final String WHOLE =
      """
      {"pipeline": {"name": "p", "memory": {"limit": "64M"}, "concurrency": {"threads": 2}},
       "error_handling": {"strategy": "continue",
         "dlq": {"path": "d.csv", "include_reason": true, "max_rate": 0.1, "min_records": 10}},
       "nodes": [
        {"type": "source", "name": "a", "config": {"name": "A", "type": "csv", "path": "a.csv", "on_unsorted": "warn",
          "schema": [{"name": "id", "type": "int"}], "correlation_key": ["id"],
          "sort_order": ["id", {"field": "x", "order": "desc", "null_order": "first"}]}},
        {"type": "source", "name": "b", "config": {"type": "space", "space": "s", "version": 3, "correlation_key": "id"}},
        {"type": "transform", "name": "t", "input": "a", "config": {"cxl": "emit id = id"}},
        {"type": "route", "name": "r", "input": "t", "config": {"mode": "inclusive", "conditions": {"h": "id > 1"}, "default": "l"}},
        {"type": "merge", "name": "m", "inputs": ["r.h", "r.l"], "config": {"mode": "interleave", "seed": 1}},
        {"type": "combine", "name": "c", "input": {"x": "m", "y": "b"}, "config": {"where": "x.id == y.id", "match": "all",
          "on_miss": "skip", "cxl": "emit id = x.id", "drive": "y", "strategy": "grace_hash",
          "propagate_ck": {"named": ["id"]}, "max_output_rows": 5, "fn": {"lambda": 1}}},
        {"type": "aggregate", "name": "g", "input": "c", "config": {"group_by": "id", "cxl": "emit n = 1"}},
        {"type": "sink", "name": "o", "input": "g", "config": {"name": "O", "type": "csv", "path": "o.csv",
          "include_correlation_keys": true, "sort_order": ["id"]}}]}
      """;

  private static final List<String> VALUES =
      List.of(
          "1",
          "-1",
          "0.5",
          "2.5",
          "true",
          "\"all\"",
          "\"first\"",
          "\"csv\"",
          "\"64M\"",
          "\"x\"",
          "[]",
          "[\"id\"]",
          "[1, [2]]",
          "{}",
          "{\"named\": [\"id\"]}",
          "{\"named\": 1}",
          "{\"field\": \"id\"}");

  @Test
  void theFileIsWhatTheShapesSay() throws Exception {
    String schema = JSON.writeValueAsString(DocumentSchema.schema()) + "\n";
    if (Boolean.getBoolean("bless")) {
      Files.writeString(FILE, schema);
    }
    assertThat(Files.readString(FILE))
        .as("docs/pipeline.schema.json is old: run the tests of pipelines with -Dbless=true")
        .isEqualTo(schema);
  }

  @Test
  void schemaAndReaderAgreeOnEveryDocument() throws Exception {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(DocumentSchema.schema().toString());
    Random random = new Random(SEED);
    int right = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      JsonNode document = JSON.readTree(WHOLE);
      for (int m = i == 0 ? 0 : 1 + random.nextInt(2); m > 0; m--) {
        change(document, random);
      }
      boolean bySchema = schema.validate(document).isEmpty();
      String text = document.toString(); // JSON is YAML
      assertThat(bySchema).as("seed %d, document %d: %s", SEED, i, text).isEqualTo(byShapes(text));
      right += bySchema ? 1 : 0;
    }
    assertThat(right).isBetween(DOCUMENTS / 20, DOCUMENTS * 19 / 20);
  }

  /// Removes, renames or replaces a field somewhere.
  private static void change(JsonNode document, Random random) throws Exception {
    List<ObjectNode> maps = new ArrayList<>();
    collect(document, maps);
    ObjectNode map = maps.get(random.nextInt(maps.size()));
    List<String> names = new ArrayList<>();
    map.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      return;
    }
    String name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(4)) {
      case 0 -> map.remove(name);
      case 1 -> map.set(name + "x", map.remove(name));
      default -> map.set(name, JSON.readTree(VALUES.get(random.nextInt(VALUES.size()))));
    }
  }

  private static void collect(JsonNode json, List<ObjectNode> maps) {
    if (json instanceof ObjectNode map) {
      maps.add(map);
    }
    json.forEach(part -> collect(part, maps));
  }

  private static boolean byShapes(String text) {
    Faults faults = new Faults("d", text);
    Yaml tree = YamlReader.read(text, faults).orElseThrow();
    Checker checker = new Checker(faults);
    boolean right = checker.check(tree, Shapes.DOCUMENT, "the document");
    if (tree instanceof Yaml.Mapping map
        && map.find("nodes").orElse(null) instanceof Yaml.Sequence nodes) {
      for (Yaml node : nodes.items()) {
        String type =
            node instanceof Yaml.Mapping fields
                ? fields.find("type").map(SchemaTest::text).orElse("")
                : "";
        right &=
            Shapes.NODES.containsKey(type)
                && checker.check(node, Shapes.NODES.get(type).whole(), "a node");
      }
    }
    return right;
  }

  private static String text(Yaml value) {
    return value instanceof Yaml.Scalar scalar ? scalar.text() : "";
  }

  @Test
  void theWholeDocumentIsInOrder() {
    assertThat(byShapes(WHOLE)).isTrue();
    ArrayNode empty = JsonNodeFactory.instance.arrayNode();
    assertThat(byShapes(empty.toString())).isFalse();
  }
}
