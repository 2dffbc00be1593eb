package dev.dovetail.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.json.TaskJson;
import dev.dovetail.tasks.run.TaskCheck;
import io.helidon.http.Status;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;

/// Functions that are registered before tasks use them, and are looked at then and there: their
/// syntax and signature, and with example rows also what compiles, what runs as Python, and what
/// they answer.
record FunctionRoutes(BufferAllocator allocator) {
  private static final List<String> MEMBERS =
      List.of("name", "source", "candidate_gate", "function_parameters", "example");
  private static final List<String> EXAMPLE = List.of("x", "y", "primary_key", "evidence");
  private static final RunOptions QUICK =
      new RunOptions(
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.of(Duration.ofSeconds(25)),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty());

  List<Route> routes() {
    return List.of(
        Route.get("/v1/functions", Scope.READ, FunctionRoutes::list),
        Route.post("/v1/functions", Scope.RUN, this::register),
        Route.get("/v1/functions/{function}", Scope.READ, FunctionRoutes::show));
  }

  private static void list(Call call) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode list = answer.putArray("functions");
    Functions functions = call.namespace().functions();
    for (String hash : functions.list()) {
      list.addObject().put("function", hash).set("name", functions.require(hash).path("name"));
    }
    call.send(answer);
  }

  private static void show(Call call) {
    String hash = call.path("function");
    call.send(call.namespace().functions().require(hash).put("function", hash));
  }

  private void register(Call call) throws InterruptedException {
    ObjectNode json = call.json();
    RunOptions.refuseUnknown(json, MEMBERS, "a function");
    JsonNode example = json.remove("example");
    Namespace namespace = call.namespace();
    // refused here if it cannot be read or called
    TaskCheck.check(task(json, List.of("x", "y"), example, "~checked"));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("name", json.path("name"));
    if (example != null && !example.isNull()) {
      answer.set("example", tried(json, example, call));
    }
    call.send(Status.CREATED_201, answer.put("function", namespace.functions().save(json)));
  }

  /// What the function does with the example: its plan, and the matches.
  private ObjectNode tried(ObjectNode function, JsonNode example, Call call)
      throws InterruptedException {
    if (!(example instanceof ObjectNode given)) {
      throw new Refusal(
          Status.BAD_REQUEST_400, "\"example\" is an object with rows \"x\" and \"y\"");
    }
    RunOptions.refuseUnknown(given, EXAMPLE, "an example");
    Namespace namespace = call.namespace();
    String id = namespace.runs().newId();
    List<String> spaces = List.of("~example-" + id + "-x", "~example-" + id + "-y");
    try {
      put(given, "x", spaces.get(0), namespace.store());
      put(given, "y", spaces.get(1), namespace.store());
      Task task = task(function, spaces, example, "~example-" + id);
      ObjectNode answer = JsonNodeFactory.instance.objectNode();
      answer.set("plan", namespace.runs().explain(task, QUICK).json());
      Run run =
          namespace
              .runs()
              .submit(
                  new Submission(id, new TaskGraph(List.of(task)), QUICK, Duration.ZERO),
                  call.caller());
      run.await(Duration.ofSeconds(30));
      JsonNode ran = run.json();
      if (ran.has("error")) {
        return answer.set("error", ran.get("error"));
      }
      JsonNode result = ran.path("results").path(0);
      answer.set("evaluated_by", result.path("evaluated_by"));
      return answer.set("matches", result.path("metrics").path("matches"));
    } finally {
      drop(spaces, namespace.store());
    }
  }

  private void put(ObjectNode example, String side, String space, SpaceStore store) {
    if (!(example.get(side) instanceof ArrayNode rows) || rows.isEmpty()) {
      throw new Refusal(Status.BAD_REQUEST_400, "the example has no rows \"" + side + "\", a list");
    }
    StringBuilder lines = new StringBuilder();
    rows.forEach(row -> lines.append(row).append('\n'));
    byte[] text = lines.toString().getBytes(StandardCharsets.UTF_8);
    ReadOptions options =
        ReadOptions.detect(store.home().resolve("tmp")).withFormat(FileFormat.JSON_LINES);
    try (BatchSource source =
            FileReaders.open(
                new ByteArrayInputStream(text),
                "example " + side,
                options,
                allocator,
                ServerLimits.MAX_JSON_BYTES);
        Commit commit = store.begin()) {
      try (BatchSink sink =
          commit.put(space, source.schema(), List.of(), PutMode.REPLACE, false, "put", null)) {
        while (source.next()) {
          sink.write(source.batch());
        }
        sink.finish();
      }
      var _ = commit.commit();
    }
  }

  private static void drop(List<String> spaces, SpaceStore store) {
    for (String space : spaces) {
      if (store.find(space).isPresent()) {
        try (Commit commit = store.begin()) {
          commit.drop(space);
          var _ = commit.commit();
        }
      }
    }
  }

  private static Task task(
      ObjectNode function, List<String> spaces, JsonNode example, String output) {
    ObjectNode task = JsonNodeFactory.instance.objectNode();
    task.put("task", "join")
        .put("name", function.path("name").asText(""))
        .put("output_space", output);
    ArrayNode inputs = task.putArray("input_spaces");
    inputs.addObject().put("space", spaces.get(0)).put("as", "x");
    inputs.addObject().put("space", spaces.get(1)).put("as", "y");
    for (String member : List.of("primary_key", "evidence")) {
      if (example != null && example.has(member)) {
        task.set(member, example.get(member));
      }
    }
    task.set("fn", fn(function));
    if (function.has("function_parameters")) {
      task.set("function_parameters", function.get("function_parameters"));
    }
    return TaskJson.read(task.toString(), "the function");
  }

  /// Puts registered functions in the place of `{"function": HASH}`, with the parameters that they
  /// declare; what a task gives of these goes before.
  static void resolve(ObjectNode task, Functions functions) {
    JsonNode fn = task.path("fn");
    if (!fn.has("function")) {
      return;
    }
    ObjectNode function = functions.require(fn.path("function").asText());
    task.set("fn", fn(function));
    if (!(function.get("function_parameters") instanceof ObjectNode declared)) {
      return;
    }
    ObjectNode parameters = declared.deepCopy();
    JsonNode given = task.path("function_parameters");
    for (String name : (Iterable<String>) given::fieldNames) {
      if (!declared.has(name)) {
        throw new DovetailException(
            ErrorCode.E106,
            "the function declares no parameter '" + name + "'",
            "",
            NearestName.hint(name, declared.properties().stream().map(p -> p.getKey()).toList()));
      }
      parameters.set(name, given.get(name));
    }
    task.set("function_parameters", parameters);
  }

  private static ObjectNode fn(ObjectNode function) {
    ObjectNode inner = JsonNodeFactory.instance.objectNode();
    inner.set("name", function.path("name"));
    inner.set("source", function.path("source"));
    if (function.has("candidate_gate")) {
      inner.set("candidate_gate", function.get("candidate_gate"));
    }
    return JsonNodeFactory.instance.objectNode().set("python_function", inner);
  }
}
