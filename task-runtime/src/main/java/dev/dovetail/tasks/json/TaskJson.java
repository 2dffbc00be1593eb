package dev.dovetail.tasks.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.tasks.FunctionParameter;
import dev.dovetail.tasks.Task;
import java.util.List;
import java.util.Map;

/// Tasks to JSON and back.
///
/// ```
/// Task task = TaskJson.read(text, "task.json");        // one task
/// List<Task> tasks = TaskJson.readAll(text, "g.json"); // one task, or {"tasks": [...]}
/// String text = TaskJson.write(task);                  // pretty, ends without a newline
/// ```
///
/// Reading what was written gives an equal task. Reading refuses what it does not know: E112 for
/// the form of the text, and the code of the task's own refusal (E101, E106, E107, E111) for what
/// it says, all with file, line and column. `docs/tasks.md` describes the form.
public final class TaskJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private TaskJson() {}

  public static Task read(String text, String file) {
    return new TaskReader(file).task(Json.parse(text, file));
  }

  public static List<Task> readAll(String text, String file) {
    Json json = Json.parse(text, file);
    TaskReader reader = new TaskReader(file);
    if (json instanceof Json.Obj(var members, _) && members.containsKey("tasks")) {
      Members graph = Members.of(file, json, "a file of tasks", List.of("tasks"));
      return graph.list("tasks", reader::task);
    }
    return List.of(reader.task(json));
  }

  public static String write(Task task) {
    return pretty(node(task));
  }

  public static String write(List<Task> tasks) {
    ObjectNode graph = MAPPER.createObjectNode();
    ArrayNode list = graph.putArray("tasks");
    tasks.forEach(task -> list.add(node(task)));
    return pretty(graph);
  }

  /// The task as a Jackson tree, to put into other documents.
  public static ObjectNode node(Task task) {
    return TaskWriter.task(task);
  }

  /// Function parameters alone, as a task holds them.
  public static ObjectNode node(Map<String, FunctionParameter> parameters) {
    return TaskWriter.parameters(parameters);
  }

  private static String pretty(JsonNode node) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree in memory can always be written
    }
  }
}
