package dev.dovetail.sessions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.sessions.Session.FileInput;
import dev.dovetail.sessions.Session.FileOutput;
import dev.dovetail.sessions.Session.Input;
import dev.dovetail.sessions.Session.SpaceInput;
import dev.dovetail.sessions.Session.SpaceOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The parts of a session that are stored as JSON, and a whole session as JSON for machines.
public final class SessionJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SessionJson() {}

  /// The whole session; what `sessions show --json` prints.
  public static ObjectNode node(Session session) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", session.id());
    node.put("task_name", session.taskName());
    node.put("task_kind", session.taskKind());
    node.put("outcome", session.outcome().word());
    if (session.outcome() instanceof Session.Failed(var code, var message, var traceback)) {
      node.putObject("error").put("code", code).put("message", message).put("traceback", traceback);
    }
    node.put("started_at", session.startedAt().toString());
    node.put("ended_at", session.endedAt().toString());
    node.put("seconds", session.duration().toNanos() / 1e9);
    node.set("task", tree(session.task()));
    session
        .function()
        .ifPresent(
            function ->
                node.putObject("function")
                    .put("name", function.name())
                    .put("source", function.source())
                    .put("sha256", function.sha256()));
    node.set("function_parameters", tree(session.parameters()));
    node.set("inputs", tree(inputs(session.inputs())));
    session
        .output()
        .ifPresent(
            output -> {
              ObjectNode inner = node.putObject("output");
              switch (output) {
                case SpaceOutput(var name, var version) ->
                    inner.put("space", name).put("version", version);
                case FileOutput(var name) -> inner.put("file", name);
              }
            });
    node.set("plan", tree(session.plan()));
    node.set("metrics", MetricsJson.node(session.metrics()));
    node.put("has_decisions", session.hasDecisions());
    return node;
  }

  /// A line of a list; what `sessions list --json` prints.
  public static ObjectNode node(SessionSummary session) {
    return MAPPER
        .createObjectNode()
        .put("session", session.id())
        .put("task", session.taskName())
        .put("kind", session.taskKind())
        .put("outcome", session.outcome())
        .put("error", session.errorCode().orElse(null))
        .put("started_at", session.startedAt().toString())
        .put("ended_at", session.endedAt().toString())
        .put("rows", session.outputRows())
        .put("matches", session.matches())
        .put("output", session.output().orElse(null));
  }

  static String metrics(Metrics metrics) {
    return text(MetricsJson.node(metrics));
  }

  static Metrics metrics(String json) {
    try {
      return MAPPER.readValue(json, Metrics.class);
    } catch (JsonProcessingException e) {
      throw damaged(e);
    }
  }

  static String inputs(List<Input> inputs) {
    ArrayNode list = MAPPER.createArrayNode();
    for (Input input : inputs) {
      ObjectNode node = list.addObject();
      switch (input) {
        case SpaceInput(var name, var version) -> node.put("space", name).put("version", version);
        case FileInput(var name, var bytes, var modifiedAt, var sha256) -> {
          node.put("file", name);
          bytes.ifPresent(value -> node.put("bytes", value));
          modifiedAt.ifPresent(value -> node.put("modified_at", value.toString()));
          sha256.ifPresent(value -> node.put("sha256", value));
        }
      }
    }
    return text(list);
  }

  static List<Input> inputs(String json) {
    List<Input> inputs = new ArrayList<>();
    for (JsonNode node : tree(json)) {
      inputs.add(
          node.has("space")
              ? new SpaceInput(node.path("space").asText(), node.path("version").asLong())
              : new FileInput(
                  node.path("file").asText(),
                  node.has("bytes")
                      ? OptionalLong.of(node.path("bytes").asLong())
                      : OptionalLong.empty(),
                  optional(node, "modified_at").map(Instant::parse),
                  optional(node, "sha256")));
    }
    return inputs;
  }

  private static Optional<String> optional(JsonNode node, String name) {
    return node.has(name) ? Optional.of(node.path(name).asText()) : Optional.empty();
  }

  private static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw damaged(e);
    }
  }

  private static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree in memory can always be written
    }
  }

  private static DovetailException damaged(JsonProcessingException cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E207,
            "a stored session cannot be read: " + cause.getOriginalMessage(),
            "the catalog",
            "Restore the catalog from a copy."),
        cause);
  }
}
