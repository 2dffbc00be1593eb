package dev.dovetail.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.tasks.FunctionSpec;
import dev.dovetail.tasks.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a task of a run has made, as the run's row keeps it for all servers.
///
/// @param output the name of the Space, which may be a temporary one
/// @param evaluatedBy `compiled`, `engine` or `client`
/// @param metrics as the session has them
record TaskResult(
    String task, String session, String output, long rows, String evaluatedBy, JsonNode metrics) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static TaskResult of(Task task, Session session) {
    return new TaskResult(
        task.name(),
        session.id(),
        task.output().label(),
        session.metrics().outputRows(),
        evaluatedBy(task, session),
        SessionJson.node(session).path("metrics"));
  }

  private static String evaluatedBy(Task task, Session session) {
    boolean python =
        task.function().isPresent()
            && (session.metrics().pairsPython() > 0 || session.taskKind().equals("transform"));
    if (!python) {
      return "compiled";
    }
    return task.function().get() instanceof FunctionSpec.Held ? "client" : "engine";
  }

  /// As the API shows it.
  ObjectNode json() {
    return node(TemporarySpaces.has(output) ? "" : output);
  }

  private ObjectNode node(String shownOutput) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("task", task)
            .put("session", session)
            .put("output_space", shownOutput)
            .put("rows", rows)
            .put("evaluated_by", evaluatedBy);
    return json.set("metrics", metrics);
  }

  /// For a column of the catalog.
  static String write(List<TaskResult> results) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    results.forEach(result -> list.add(result.node(result.output)));
    return list.toString();
  }

  /// What [#write] has written, in a list that can grow; empty where nothing has been.
  static List<TaskResult> read(Optional<String> text) {
    List<TaskResult> results = new ArrayList<>();
    try {
      for (JsonNode json : JSON.readTree(text.orElse("[]"))) {
        results.add(
            new TaskResult(
                json.path("task").asText(),
                json.path("session").asText(),
                json.path("output_space").asText(),
                json.path("rows").asLong(),
                json.path("evaluated_by").asText(),
                json.path("metrics")));
      }
      return results;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the result of a run is not JSON", e);
    }
  }
}
