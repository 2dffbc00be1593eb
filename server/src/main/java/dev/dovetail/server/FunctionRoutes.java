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
import dev.dovetail.tasks.run.TaskCheck;
import io.helidon.http.Status;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/// Functions that are registered before tasks use them, and are looked at then and there: their
/// syntax and signature, and with example rows also what compiles, what runs as Python, and what
/// they answer.
///
/// @param ownCode whether functions may name files of this machine
record FunctionRoutes(Namespaces namespaces, BufferAllocator allocator, boolean ownCode) {
  private static final List<String> MEMBERS =
      List.of("name", "source", "candidate_gate", "function_parameters", "example");
  private static final List<String> EXAMPLE = List.of("x", "y", "primary_key", "evidence");

  /// What an example may take.
  private static final int SECONDS = 25;

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
    TaskCheck.check(read(task(json, input("x", "x"), input("y", "y"), example), namespace));
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
    String x = UUID.randomUUID().toString();
    String y = UUID.randomUUID().toString();
    try {
      put(given, "x", TemporarySpaces.upload(x), namespace.store());
      put(given, "y", TemporarySpaces.upload(y), namespace.store());
      ObjectNode task = task(function, input(x, "x"), input(y, "y"), example);
      ObjectNode request = JsonNodeFactory.instance.objectNode();
      request.putArray("tasks").add(task);
      request.putObject("settings").put("timeout_seconds", SECONDS);
      ObjectNode answer = JsonNodeFactory.instance.objectNode();
      RunOptions options = RunOptions.read(request.path("settings"));
      answer.set("plan", namespace.runs().explain(read(task, namespace), options).json());
      FollowedRun run =
          namespaces.submit(namespace, request, call.caller(), Optional.empty()).run();
      run.await(Duration.ofSeconds(2 * SECONDS));
      JsonNode ran = run.json();
      if (ran.has("error")) {
        return answer.set("error", ran.get("error"));
      }
      JsonNode result = ran.path("results").path(0);
      answer.set("evaluated_by", result.path("evaluated_by"));
      return answer.set("matches", result.path("metrics").path("matches"));
    } finally {
      drop(List.of(TemporarySpaces.upload(x), TemporarySpaces.upload(y)), namespace.store());
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

  private static ObjectNode input(String upload, String label) {
    return JsonNodeFactory.instance.objectNode().put("upload", upload).put("name", label);
  }

  private static ObjectNode task(
      ObjectNode function, ObjectNode x, ObjectNode y, @Nullable JsonNode example) {
    ObjectNode task = JsonNodeFactory.instance.objectNode();
    task.put("task", "join").put("name", function.path("name").asText(""));
    task.putArray("input_spaces").add(x).add(y);
    task.putObject("output_space").put("result", "example");
    for (String member : List.of("primary_key", "evidence")) {
      if (example != null && example.has(member)) {
        task.set(member, example.get(member));
      }
    }
    task.set("fn", fn(function));
    if (function.has("function_parameters")) {
      task.set("function_parameters", function.get("function_parameters"));
    }
    return task;
  }

  private Task read(ObjectNode task, Namespace namespace) {
    return Submission.readTask(task, namespace.functions(), ownCode);
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
