package dev.dovetail.tests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.pipelines.combine.Combine;
import dev.dovetail.pipelines.combine.CombineCompiler;
import dev.dovetail.pipelines.combine.CombineSpec;
import dev.dovetail.pipelines.combine.DeadLetters;
import dev.dovetail.pipelines.document.DocumentReader;
import dev.dovetail.pipelines.document.NodeSpec;
import dev.dovetail.pipelines.rows.JsonValues;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The conformance cases of combine, by the node alone: sources and sinks are not there yet.
class CombineCasesTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// The grid of decimals is checked where the pipeline runs, which is not there yet.
  private static final Set<String> LATER = Set.of("E326");

  @TempDir private Path home;

  static List<Path> files() {
    return Stream.of("conformance", "ours")
        .flatMap(folder -> CaseFile.in(Path.of("cases").resolve(folder)).stream())
        .filter(file -> CaseFile.read(file).runs().stream().anyMatch(CombineCasesTest::isCombine))
        .toList();
  }

  private static boolean isCombine(JsonNode run) {
    return run.get("front_end").textValue().equals("combine");
  }

  @ParameterizedTest
  @MethodSource("files")
  void aCaseHasItsAnswer(Path path) {
    CaseFile file = CaseFile.read(path);
    for (int split : splits(file)) {
      try (BufferAllocator allocator = new RootAllocator();
          Workers workers = new Workers(2);
          SpaceStore store = SpaceStore.open(home.resolve("split-" + split), allocator)) {
        file.spaces()
            .forEach((name, table) -> CaseTables.put(store, allocator, name, table, split));
        Execution execution =
            new Execution(allocator, Optional.empty(), workers, RunControl.unlimited());
        for (int i = 0; i < file.runs().size(); i++) {
          JsonNode run = file.runs().get(i);
          if (!isCombine(run)
              || run.has("correlation_keys")
              || LATER.contains(run.at("/expect/error/code").asText())) {
            continue;
          }
          for (Optional<String> strategy :
              List.of(Optional.<String>empty(), Optional.of("nested-loop"), Optional.of("judge"))) {
            ObjectNode answer = answer(run, store, execution, strategy);
            assertThat(difference(run.get("expect"), answer))
                .as("%s, run %d, split %d, %s: %s", file.id(), i, split, strategy, answer)
                .isEmpty();
          }
        }
      }
    }
  }

  /// A segment is a commit, so large tables are not split into single rows.
  private static int[] splits(CaseFile file) {
    boolean isLarge =
        file.spaces().values().stream()
            .anyMatch(table -> Repeats.expand(table.get("rows")).size() > 100);
    return isLarge ? new int[] {7_000, Axis.WHOLE} : new int[] {1, 2, Axis.WHOLE};
  }

  private static ObjectNode answer(
      JsonNode run, SpaceStore store, Execution execution, Optional<String> strategy) {
    ObjectNode answer = JSON.objectNode();
    List<Table> inputs = new ArrayList<>();
    try {
      DocumentReader.Reading reading = DocumentReader.read(document(run).toString(), "case");
      reading.faults().throwIfAny();
      NodeSpec.Combine node =
          reading.document().orElseThrow().nodes().stream()
              .filter(NodeSpec.Combine.class::isInstance)
              .map(NodeSpec.Combine.class::cast)
              .findFirst()
              .orElseThrow();
      node.from().values().forEach(from -> inputs.add(store.read(store.require(from.text()))));
      Optional<CombineSpec> compiled =
          CombineCompiler.compile(
              node, inputs.stream().map(Table::schema).toList(), reading.faults());
      reading.faults().throwIfAny();
      CombineSpec spec = compiled.orElseThrow();
      run(spec, inputs, run, execution, strategy, answer);
    } catch (DovetailException e) {
      answer.removeAll();
      answer.put("error", e.getMessage());
      answer.put("code", e.code().name());
      answer.put("phase", e.code().blame() == dev.dovetail.errors.Blame.REQUEST ? "plan" : "run");
    } finally {
      inputs.forEach(Table::close);
    }
    return answer;
  }

  private static void run(
      CombineSpec spec,
      List<Table> inputs,
      JsonNode run,
      Execution execution,
      Optional<String> strategy,
      ObjectNode answer) {
    Combine.columns(spec, inputs).forEach(answer.putArray("columns")::add);
    ArrayNode rows = answer.putArray("rows");
    ArrayNode truncated = answer.putArray("collect_truncated");
    boolean goesOn = run.at("/error_handling/strategy").asText().equals("continue");
    ArrayNode dead = answer.putArray("dead_letters");
    DeadLetters deadLetters =
        goesOn
            ? (found, _, _) -> {
              ArrayNode pair = dead.addArray().add(found[spec.driver()] + 1);
              spec.where()
                  .steps()
                  .forEach(
                      step ->
                          pair.add(
                              found[step.input()] < 0
                                  ? null
                                  : (Integer) (found[step.input()] + 1)));
            }
            : DeadLetters.none(spec.name(), spec.driver());
    Combine.run(
        spec,
        inputs,
        JoinSettings.DEFAULT.withStrategy(strategy),
        execution,
        Progress.NONE,
        (values, leftOut) -> {
          ArrayNode row = rows.addArray();
          values.forEach(value -> row.add(JsonValues.json(value)));
          truncated.add(leftOut);
        },
        deadLetters);
  }

  /// The pipeline of a run: its Spaces as sources, and somebody who reads the combine.
  private static ObjectNode document(JsonNode run) {
    ObjectNode document = JSON.objectNode();
    document.putObject("pipeline").put("name", "case");
    ArrayNode nodes = document.putArray("nodes");
    ObjectNode config = run.get("config").deepCopy();
    JsonNode name = config.remove("name");
    JsonNode input = config.remove("input");
    Set<String> sources = new java.util.LinkedHashSet<>();
    input.forEach(from -> sources.add(from.textValue()));
    for (String source : sources) {
      nodes
          .addObject()
          .put("type", "source")
          .put("name", source)
          .putObject("config")
          .put("type", "space")
          .put("space", source);
    }
    ObjectNode combine = nodes.addObject().put("type", "combine");
    combine.set("name", name);
    combine.set("input", input);
    combine.set("config", config);
    ObjectNode sink = nodes.addObject().put("type", "sink").put("name", "out~");
    sink.set("input", name);
    sink.putObject("config").put("type", "jsonl").put("path", "out.jsonl");
    return document;
  }

  private static Optional<String> difference(JsonNode expect, ObjectNode answer) {
    if (expect.has("error")) {
      JsonNode error = expect.get("error");
      if (!answer.has("error")) {
        return Optional.of("no error");
      }
      String message = answer.get("error").textValue().toLowerCase(Locale.ROOT);
      for (JsonNode word : error.get("mentions")) {
        if (!message.contains(word.textValue().toLowerCase(Locale.ROOT))) {
          return Optional.of("does not mention " + word);
        }
      }
      boolean right =
          (error.path("code").isNull() || error.path("code").equals(answer.get("code")))
              && (error.get("phase").textValue().equals("any")
                  || error.get("phase").equals(answer.get("phase")));
      return right ? Optional.empty() : Optional.of("another code or phase");
    }
    ObjectNode expected = JSON.objectNode();
    expected.set("columns", expect.get("columns"));
    ArrayNode rows = expected.putArray("rows");
    Repeats.expand(expect.get("rows")).forEach(row -> rows.add(expanded(row)));
    expected.set("dead_letters", expect.get("dead_letters"));
    ObjectNode found = answer.deepCopy();
    JsonNode truncated = found.remove("collect_truncated");
    if (expect.has("collect_truncated")
        && !expect.get("collect_truncated").toString().equals(truncated.toString())) {
      return Optional.of("other truncation: " + truncated);
    }
    return expected.toString().equals(found.toString())
        ? Optional.empty()
        : Optional.of("expected " + expected);
  }

  private static JsonNode expanded(JsonNode row) {
    ArrayNode copy = JSON.arrayNode();
    row.forEach(
        value -> {
          if (value.isArray()) {
            Repeats.expand(value).forEach(copy.addArray()::add);
          } else {
            copy.add(
                value.has("$int")
                    ? JSON.numberNode(new java.math.BigInteger(value.get("$int").textValue()))
                    : value);
          }
        });
    return copy;
  }
}
