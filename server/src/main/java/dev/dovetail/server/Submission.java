package dev.dovetail.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.tasks.FunctionSpec;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.json.TaskJson;
import io.helidon.http.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a client asks to run.
///
/// Its inputs and outputs are Spaces, also those that stand for rows without a name
/// ([TemporarySpaces]). Files of the server's machine are not reached through the API.
record Submission(TaskGraph graph, RunOptions options) {
  /// The id of no run, for a request that is only looked at.
  static final String SOME_RUN = "00000000-000000-0000000000000000";

  private static final String PATIENCE = "wait_seconds";
  private static final List<String> MEMBERS = List.of("tasks", "settings", PATIENCE);
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Takes out of a request how long its client waits for the end at first.
  static Duration patience(ObjectNode json) {
    Duration asked = RunOptions.seconds(json, PATIENCE).orElse(Duration.ZERO);
    json.remove(PATIENCE);
    return ServerLimits.wait(asked);
  }

  /// A request as it was queued.
  static Submission read(String json, String runId, Functions functions, boolean ownCode) {
    try {
      return read((ObjectNode) JSON.readTree(json), runId, functions, ownCode);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the request of a run is not JSON", e);
    }
  }

  /// @param runId the id that the run will have
  /// @param ownCode whether functions may name files of this machine, as those of its own user do
  static Submission read(ObjectNode json, String runId, Functions functions, boolean ownCode) {
    RunOptions.refuseUnknown(json, MEMBERS, "a run");
    if (!(json.get("tasks") instanceof ArrayNode tasks)) {
      throw new Refusal(Status.BAD_REQUEST_400, "a run has \"tasks\", a list");
    }
    ArrayNode named = JsonNodeFactory.instance.arrayNode();
    for (JsonNode task : tasks) {
      JsonNode copy = resolved(task, functions);
      if (copy instanceof ObjectNode object) {
        TemporarySpaces.name(object, runId);
      }
      named.add(copy);
    }
    ObjectNode text = JsonNodeFactory.instance.objectNode().set("tasks", named);
    List<Task> read = TaskJson.readAll(text.toString(), "the request");
    read.forEach(task -> refuseFiles(task, ownCode));
    return new Submission(new TaskGraph(read), RunOptions.read(json.path("settings")));
  }

  /// One task for its plan.
  static Task readTask(JsonNode task, Functions functions, boolean ownCode) {
    JsonNode copy = resolved(task, functions);
    if (copy instanceof ObjectNode object) {
      TemporarySpaces.nameInputs(object);
    }
    Task read = TaskJson.read(copy.toString(), "the request");
    refuseFiles(read, ownCode);
    return read;
  }

  boolean needsCaller() {
    return graph.tasks().stream()
        .anyMatch(task -> task.function().filter(FunctionSpec.Held.class::isInstance).isPresent());
  }

  /// A copy of the task with functions in place of hashes.
  private static JsonNode resolved(JsonNode task, Functions functions) {
    JsonNode copy = task.deepCopy();
    if (copy instanceof ObjectNode object) {
      FunctionRoutes.resolve(object, functions);
    }
    return copy;
  }

  private static void refuseFiles(Task task, boolean ownCode) {
    boolean files =
        task.inputs().stream().anyMatch(InputRef.File.class::isInstance)
            || task.output() instanceof OutputRef.File;
    if (files) {
      throw new DovetailException(
          ErrorCode.E101,
          "task '" + task.name() + "' names a file",
          "",
          "The server reads no files of its machine: send the rows to /v1/uploads, or to a Space.");
    }
    Optional<FunctionSpec> function = task.function();
    if (!ownCode && function.filter(FunctionSpec.Importable.class::isInstance).isPresent()) {
      throw new DovetailException(
          ErrorCode.E108,
          "task '" + task.name() + "' imports its function from files",
          "",
          "Send the function's text: PythonFunction(name=..., source=...).");
    }
  }
}
