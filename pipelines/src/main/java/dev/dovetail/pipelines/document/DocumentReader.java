package dev.dovetail.pipelines.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.pipelines.document.NodeSpec.KeyPropagation;
import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import dev.dovetail.pipelines.document.NodeSpec.OnMiss;
import dev.dovetail.pipelines.document.NodeSpec.SortKey;
import dev.dovetail.pipelines.document.NodeSpec.Store;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Makes a [PipelineDocument] of a text.
public final class DocumentReader {
  private final Faults faults;

  private DocumentReader(Faults faults) {
    this.faults = faults;
  }

  /// What a text holds, and where the texts in it stand.
  ///
  /// @param document empty if something is wrong, which is among the faults then
  public record Reading(Optional<PipelineDocument> document, Faults faults) {}

  /// Reads a text.
  ///
  /// @param file what it is called in messages
  public static Reading read(String text, String file) {
    Faults faults = new Faults(file, text);
    DocumentReader reader = new DocumentReader(faults);
    Optional<PipelineDocument> document = YamlReader.read(text, faults).flatMap(reader::document);
    return new Reading(faults.isEmpty() ? document : Optional.empty(), faults);
  }

  private Optional<PipelineDocument> document(Yaml tree) {
    Checker checker = new Checker(faults);
    if (!checker.check(tree, Shapes.DOCUMENT, "the document")
        || !(tree instanceof Yaml.Mapping map)) {
      // nodes are looked at even so, to tell all at once
      if (!(tree instanceof Yaml.Mapping found
          && found.find("nodes").orElse(null) instanceof Yaml.Sequence list)) {
        return Optional.empty();
      }
      list.items().forEach(node -> node(node, checker));
      return Optional.empty();
    }
    Fields document = new Fields(map);
    List<NodeSpec> nodes = new ArrayList<>();
    for (Yaml node : document.all("nodes")) {
      node(node, checker).ifPresent(nodes::add);
    }
    if (nodes.size() < document.all("nodes").size()) {
      return Optional.empty(); // a graph with holes says little
    }
    List<NodeSpec> ordered = new Graph(nodes, faults).inOrder();
    Fields pipeline = document.inner("pipeline");
    return Optional.of(
        new PipelineDocument(
            pipeline.required("name").text(),
            pipeline.inner("memory").find("limit").map(Checker::bytes).orElse(OptionalLong.empty()),
            pipeline.inner("concurrency").count("threads"),
            ordered,
            errorHandling(document.inner("error_handling"))));
  }

  private static PipelineDocument.ErrorHandling errorHandling(Fields fields) {
    Fields dlq = fields.inner("dlq");
    return new PipelineDocument.ErrorHandling(
        fields.text("strategy").filter("continue"::equals).isPresent(),
        dlq.text("path"),
        dlq.flag("include_reason", true),
        dlq.text("max_rate")
            .map(rate -> OptionalDouble.of(Double.parseDouble(rate)))
            .orElse(OptionalDouble.empty()),
        dlq.count("min_records"));
  }

  private Optional<NodeSpec> node(Yaml tree, Checker checker) {
    if (!(tree instanceof Yaml.Mapping map)) {
      checker.check(tree, Shape.Struct.of(), "a node");
      return Optional.empty();
    }
    String type =
        map.find("type").map(value -> value instanceof Yaml.Scalar s ? s.text() : "").orElse("");
    Shapes.Node kind = Shapes.NODES.get(type);
    if (kind == null) {
      faults.add(
          ErrorCode.E351,
          map.find("type").map(Yaml::place).orElse(map.place()),
          type.isEmpty() ? "a node lacks 'type'" : "there is no kind of node '" + type + "'",
          NearestName.hint(type, Shapes.NODES.keySet()));
      return Optional.empty();
    }
    String name =
        map.find("name")
            .map(value -> value instanceof Yaml.Scalar s ? " '" + s.text() + "'" : "")
            .orElse("");
    String what = type + name;
    if (type.equals("combine") && map.find("inputs").isPresent()) {
      faults.add(
          ErrorCode.E352,
          map.find("inputs").get().place(),
          what + " has 'inputs'",
          "A combine gives each input a qualifier: input: {orders: orders, products: products}.");
      return Optional.empty();
    }
    if (!checker.check(tree, kind.whole(), what)) {
      return Optional.empty();
    }
    Fields node = new Fields(map);
    return spec(type, what, node, node.inner("config"));
  }

  private Optional<NodeSpec> spec(String type, String what, Fields node, Fields config) {
    Located name = node.required("name");
    if (name.text().isBlank() || name.text().contains(".")) {
      faults.add(
          ErrorCode.E010,
          name.place(),
          "'" + name.text() + "' cannot be the name of a node",
          "A dot stands between a node and its port: use a name without.");
    }
    return switch (type) {
      case "source" -> source(what, name, config);
      case "transform" ->
          Optional.of(new NodeSpec.Transform(name, node.required("input"), config.required("cxl")));
      case "route" ->
          Optional.of(
              new NodeSpec.Route(
                  name,
                  node.required("input"),
                  config.text("mode").filter("inclusive"::equals).isPresent(),
                  config.textMap("conditions"),
                  config.text("default")));
      case "merge" ->
          Optional.of(
              new NodeSpec.Merge(
                  name,
                  node.texts("inputs"),
                  config.text("mode").filter("interleave"::equals).isPresent(),
                  config.count("seed")));
      case "combine" -> combine(what, name, node, config);
      case "aggregate" ->
          Optional.of(
              new NodeSpec.Aggregate(
                  name, node.required("input"), config.texts("group_by"), config.required("cxl")));
      default ->
          store(what, config, false)
              .map(
                  store ->
                      new NodeSpec.Sink(
                          name,
                          config.text("name").orElse(name.text()),
                          node.required("input"),
                          store,
                          config.flag("include_correlation_keys", false),
                          sortOrder(config)));
    };
  }

  private Optional<NodeSpec> source(String what, Located name, Fields config) {
    Map<String, Located> schema = new LinkedHashMap<>();
    for (Yaml column : config.all("schema")) {
      Fields fields = new Fields((Yaml.Mapping) column);
      Located columnName = fields.required("name");
      if (schema.put(columnName.text(), fields.required("type")) != null) {
        faults.add(
            ErrorCode.E351,
            columnName.place(),
            "the schema of " + what + " has the column '" + columnName.text() + "' twice",
            "Leave one of them out.");
      }
    }
    return store(what, config, true)
        .map(
            store ->
                new NodeSpec.Source(
                    name,
                    config.text("name").orElse(name.text()),
                    store,
                    schema,
                    sortOrder(config),
                    config.text("on_unsorted").filter("error"::equals).isPresent(),
                    config.texts("correlation_key")));
  }

  /// Where rows come from or go to: one place, as the type says.
  private Optional<Store> store(String what, Fields config, boolean isSource) {
    Located type = config.required("type");
    boolean isSpace = type.text().equals("space");
    List<String> places =
        isSpace ? List.of("space") : isSource ? List.of("path", "glob") : List.of("path");
    List<String> given =
        List.of("path", "glob", "space").stream().filter(p -> config.find(p).isPresent()).toList();
    if (given.size() != 1 || !places.contains(given.getFirst())) {
      faults.add(
          ErrorCode.E351,
          given.isEmpty() ? type.place() : config.required(given.getLast()).place(),
          what + (given.isEmpty() ? " says no place" : " says " + String.join(" and ", given)),
          "With type " + type.text() + " it has " + String.join(" or ", places) + ".");
      return Optional.empty();
    }
    Located place = config.required(given.getFirst());
    if (isSpace) {
      return Optional.of(new Store.SpaceStore(place, config.count("version")));
    }
    String format = type.text().equals("json") ? "jsonl" : type.text();
    return Optional.of(new Store.Files(place, given.getFirst().equals("glob"), format));
  }

  private static List<SortKey> sortOrder(Fields config) {
    List<SortKey> keys = new ArrayList<>();
    for (Yaml key : config.all("sort_order")) {
      if (key instanceof Yaml.Mapping map) {
        Fields fields = new Fields(map);
        keys.add(
            new SortKey(
                fields.required("field"),
                fields.text("order").filter("desc"::equals).isPresent(),
                fields.text("null_order").filter("first"::equals).isPresent()));
      } else {
        keys.add(new SortKey(Fields.located(key), false, false));
      }
    }
    return keys;
  }

  private Optional<NodeSpec> combine(String what, Located name, Fields node, Fields config) {
    Map<String, Located> inputs = node.textMap("input");
    Located cxl = config.required("cxl");
    MatchMode match =
        config
            .text("match")
            .map(word -> MatchMode.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(MatchMode.FIRST);
    new CombineChecks(what, faults).check(node, inputs, config, match);
    return Optional.of(
        new NodeSpec.Combine(
            name,
            inputs,
            config.located("where"),
            config.find("fn").map(DocumentReader::json),
            match,
            config
                .text("on_miss")
                .map(word -> OnMiss.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(OnMiss.NULL_FIELDS),
            cxl,
            config.located("drive"),
            config.text("strategy").filter("grace_hash"::equals).isPresent(),
            keys(config),
            config.count("max_output_rows")));
  }

  private static KeyPropagation keys(Fields config) {
    return switch (config.find("propagate_ck").orElseThrow()) {
      case Yaml.Scalar scalar when scalar.text().equals("all") -> new KeyPropagation.All();
      case Yaml.Mapping map ->
          new KeyPropagation.Named(
              new Fields(map).texts("named").stream().map(Located::text).toList());
      case Yaml.Scalar _, Yaml.Sequence _ -> new KeyPropagation.Driver();
    };
  }

  /// A value as JSON has it.
  private static JsonNode json(Yaml tree) {
    return switch (tree) {
      case Yaml.Sequence list -> {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        list.items().forEach(item -> array.add(json(item)));
        yield array;
      }
      case Yaml.Mapping map -> {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        map.entries().forEach(entry -> object.set(entry.key(), json(entry.value())));
        yield object;
      }
      case Yaml.Scalar scalar ->
          switch (scalar.kind()) {
            case TEXT -> JsonNodeFactory.instance.textNode(scalar.text());
            case BOOL -> JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(scalar.text()));
            case NULL -> JsonNodeFactory.instance.nullNode();
            case NUMBER -> number(scalar.text());
          };
    };
  }

  private static JsonNode number(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      return number.scale() <= 0 && !text.matches(".*[eE.].*")
          ? JsonNodeFactory.instance.numberNode(number.toBigIntegerExact())
          : JsonNodeFactory.instance.numberNode(number.doubleValue());
    } catch (NumberFormatException _) {
      return JsonNodeFactory.instance.textNode(text); // hexadecimal, infinite
    }
  }
}
