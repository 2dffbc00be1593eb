package dev.dovetail.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.Task;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/// Rows that have no name travel in temporary Spaces: an input `{"upload": ID, "name": LABEL}` and
/// an output `{"result": NAME}` are Spaces whose names begin with `~`. No client names those
/// itself, and none is shown those names.
final class TemporarySpaces {
  private static final String MARK = "~";
  private static final String UPLOAD = MARK + "upload-";
  private static final String RESULT = MARK + "result-";
  private static final int ENOUGH_DIGITS = 32;
  private static final List<String> INPUTS = List.of("input_spaces", "input_space", "inputs");
  private static final String OUTPUT = "output_space";

  private TemporarySpaces() {}

  static boolean has(String space) {
    return space.startsWith(MARK);
  }

  static String upload(String id) {
    return UPLOAD + id;
  }

  /// @param name any text
  private static String result(String runId, String name) {
    String hash = Sha256.hex(name.getBytes(StandardCharsets.UTF_8));
    return RESULT + runId + "-" + hash.substring(0, ENOUGH_DIGITS);
  }

  /// A name that a client gives a Space; E214 for one of those here.
  static String refused(String space) {
    if (has(space)) {
      throw new DovetailException(
          ErrorCode.E214,
          "'" + space + "' cannot be the name of a Space",
          "",
          "Names that begin with '~' are for rows on their way.");
    }
    return space;
  }

  /// Puts Spaces in place of the uploads and the result of a task that runs.
  static void name(ObjectNode task, String runId) {
    name(task, (String result) -> result(runId, result));
  }

  /// Puts Spaces in place of the uploads of a task that does not run.
  static void nameInputs(ObjectNode task) {
    name(task, _ -> "result");
  }

  private static void name(ObjectNode task, UnaryOperator<String> resultNames) {
    eachInput(task, TemporarySpaces::named);
    JsonNode output = task.get(OUTPUT);
    if (output != null && output.has("result")) {
      task.put(OUTPUT, resultNames.apply(output.path("result").asText()));
    } else if (output != null) {
      refused(output.asText());
    }
  }

  private static JsonNode named(JsonNode input) {
    refused(input.isObject() ? input.path("space").asText() : input.asText());
    if (!input.has("upload")) {
      return input;
    }
    ObjectNode space = JsonNodeFactory.instance.objectNode();
    space.put("space", upload(input.path("upload").asText()));
    if (input.has("name")) {
      space.set("as", input.get("name"));
    }
    return space;
  }

  /// Refuses with E210 an upload that is read and is not there.
  static void require(Task task, SpaceStore store) {
    for (InputRef input : task.inputs()) {
      if (input instanceof InputRef.Space space
          && space.name().startsWith(UPLOAD)
          && store.find(space.name()).isEmpty()) {
        throw new DovetailException(
            ErrorCode.E210,
            "there is no upload '" + space.name().substring(UPLOAD.length()) + "'",
            "",
            "Rows that were uploaded are kept for an hour: upload them again.");
      }
    }
  }

  /// Puts uploads and results in place of the Spaces of a session, as its client named them.
  static void unname(ObjectNode session) {
    eachInput(session, TemporarySpaces::shown);
    if (session.get("output") instanceof ObjectNode output && has(output.path("space").asText())) {
      session.set("output", resultOf(session.path("task_name")));
    }
    if (session.get("task") instanceof ObjectNode task) {
      eachInput(task, TemporarySpaces::shown);
      if (has(task.path(OUTPUT).asText())) {
        task.set(OUTPUT, resultOf(session.path("task_name")));
      }
    }
  }

  private static void eachInput(ObjectNode holder, UnaryOperator<JsonNode> change) {
    for (String member : INPUTS) {
      JsonNode inputs = holder.get(member);
      if (inputs instanceof ArrayNode list) {
        for (int i = 0; i < list.size(); i++) {
          list.set(i, change.apply(list.get(i)));
        }
      } else if (inputs != null) {
        holder.set(member, change.apply(inputs));
      }
    }
  }

  private static ObjectNode resultOf(JsonNode name) {
    return JsonNodeFactory.instance.objectNode().set("result", name);
  }

  private static JsonNode shown(JsonNode input) {
    String space = input.isObject() ? input.path("space").asText() : input.asText();
    if (!space.startsWith(UPLOAD)) {
      return input;
    }
    ObjectNode upload = JsonNodeFactory.instance.objectNode();
    upload.put("upload", space.substring(UPLOAD.length()));
    if (input.has("as")) {
      upload.set("name", input.get("as"));
    }
    return upload;
  }
}
