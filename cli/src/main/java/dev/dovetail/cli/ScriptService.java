package dev.dovetail.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.eval.ScriptRequests;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceJson;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.files.DeclaredTypes;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.ReadOptions;
import dev.dovetail.spaces.files.TaggedRows;
import dev.dovetail.spaces.files.WriteOptions;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.json.TaskJson;
import dev.dovetail.tasks.run.RunResult;
import dev.dovetail.tasks.run.TaskRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Answers what a script asks through the Python package; `python-sdk/src/dovetail/_host.py` lists
/// the requests.
final class ScriptService implements ScriptRequests {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Workbench bench;

  ScriptService(Workbench bench) {
    this.bench = bench;
  }

  @Override
  public String handle(String json, PythonEvaluator caller) {
    JsonNode request = parse(json);
    String op = request.path("op").asText();
    ObjectNode answer =
        switch (op) {
          case "run" -> run(request, caller);
          case "space_put" -> SpaceJson.node(put(request));
          case "space_show" -> SpaceJson.node(space(request));
          case "space_rows" -> rows(request);
          case "space_export" -> export(request);
          case "space_history" -> SpaceJson.node("versions", bench.store().history(name(request)));
          case "space_drop" -> drop(request);
          case "space_list" -> SpaceJson.node("spaces", bench.store().list());
          default -> throw new IllegalStateException("a script asked for '" + op + "'");
        };
    return answer.toString();
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a script's request is no JSON", e);
    }
  }

  private ObjectNode run(JsonNode request, PythonEvaluator caller) {
    TaskGraph graph =
        new TaskGraph(
            TaskJson.readAll(
                JSON.createObjectNode().set("tasks", request.get("tasks")).toString(),
                "the script"));
    bench.requireInputs(graph);
    TaskRunner runner = bench.runner().withCaller(caller);
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode results = answer.putArray("results");
    for (Task task : graph.tasks()) {
      RunResult result = bench.run(task, runner);
      ObjectNode done =
          results.addObject().put("task", task.name()).put("output_space", task.output().label());
      done.put("rows", result.outputRows()).put("session", result.session().id());
      done.set("metrics", SessionJson.node(result.session()).path("metrics"));
    }
    return answer;
  }

  private SpaceVersion put(JsonNode request) {
    ReadOptions options = ReadOptions.detect(bench.spoolFolder());
    if (request.has("format")) {
      options = options.withFormat(FileFormat.named(request.get("format").textValue()));
    }
    if (request.has("schema")) {
      options = options.withTypes(DeclaredTypes.parse(request.get("schema").toString()));
    }
    List<String> key = new ArrayList<>();
    request.path("primary_key").forEach(column -> key.add(column.textValue()));
    return new SpaceFiles(bench)
        .put(
            name(request),
            request.get("file").textValue(),
            key.isEmpty() ? null : key,
            mode(request.path("mode").asText("replace")),
            request.path("unique").asBoolean(),
            options);
  }

  private static PutMode mode(String word) {
    try {
      return PutMode.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new DovetailException(
          ErrorCode.E101,
          "there is no mode '" + word + "' of put",
          "",
          "Use replace, append or upsert.");
    }
  }

  private ObjectNode rows(JsonNode request) {
    SpaceVersion space = space(request);
    long left = request.path("limit").asLong(Long.MAX_VALUE);
    ObjectNode answer = JSON.createObjectNode();
    answer.set("columns", SpaceJson.columns(space.schema()));
    ArrayNode rows = answer.putArray("rows");
    try (Table table = bench.store().read(space)) {
      for (int b = 0; b < table.batchCount() && left > 0; b++) {
        VectorSchemaRoot batch = table.batch(b);
        int wanted = (int) Math.min(left, batch.getRowCount());
        try (VectorSchemaRoot slice = batch.slice(0, wanted)) {
          rows.addAll(TaggedRows.of(slice));
        }
        left -= wanted;
      }
    }
    return answer;
  }

  private ObjectNode export(JsonNode request) {
    SpaceVersion space = space(request);
    WriteOptions options =
        request.has("format")
            ? WriteOptions.DEFAULT.withFormat(FileFormat.named(request.get("format").textValue()))
            : WriteOptions.DEFAULT;
    new SpaceFiles(bench).export(space, request.get("file").textValue(), options);
    return JSON.createObjectNode().put("rows", space.rowCount());
  }

  private ObjectNode drop(JsonNode request) {
    var _ = bench.store().require(name(request));
    try (Commit commit = bench.store().begin()) {
      commit.drop(name(request));
      var _ = commit.commit();
    }
    bench.store().collectGarbage();
    return JSON.createObjectNode();
  }

  private SpaceVersion space(JsonNode request) {
    return request.has("version")
        ? bench.store().require(name(request), request.get("version").longValue())
        : bench.store().require(name(request));
  }

  private static String name(JsonNode request) {
    return request.get("name").textValue();
  }
}
