package dev.dovetail.tasks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.shape.JoinShape;
import dev.dovetail.tasks.DegreeRule;
import dev.dovetail.tasks.Duplicates;
import dev.dovetail.tasks.FunctionParameter;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TransformTask;
import java.util.Collection;
import java.util.Map;

/// Writes tasks as JSON trees; settings that have their default are left out.
final class TaskWriter {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private TaskWriter() {}

  static ObjectNode task(Task task) {
    ObjectNode node = NODES.objectNode().put("task", task.kind()).put("name", task.name());
    switch (task) {
      case JoinTask join -> join(node, join);
      case TransformTask transform -> transform(node, transform);
    }
    return node;
  }

  static ObjectNode parameters(Map<String, FunctionParameter> parameters) {
    ObjectNode node = NODES.objectNode();
    parameters.forEach(
        (name, parameter) -> {
          ObjectNode inner = node.putObject(name).put("type", parameter.type());
          inner.set("value", ScalarJson.write(parameter.value()));
          if (!parameter.candidates().isEmpty()) {
            ArrayNode list = inner.putArray("candidates");
            parameter.candidates().forEach(value -> list.add(ScalarJson.write(value)));
          }
        });
    return node;
  }

  private static void join(ObjectNode node, JoinTask join) {
    ArrayNode inputs = node.putArray("input_spaces");
    join.inputs().forEach(input -> inputs.add(input(input)));
    node.set("output_space", output(join.output()));
    texts(node.putArray("primary_key"), join.primaryKey());
    if (!join.evidence().isEmpty()) {
      texts(node.putArray("evidence"), join.evidence());
    }
    node.set("fn", FunctionJson.write(join.fn()));
    parameters(node, join.parameters());
    degree(node, join.perX());
    degree(node, join.perY());
    if (join.duplicates() != Duplicates.EXPAND) {
      node.put("duplicates", join.duplicates().word());
    }
    if (join.shape().kind() != JoinShape.MATCHES) {
      node.put("shape", join.shape().kind().label());
    }
    join.shape().latestBy().ifPresent(field -> node.put("latest_by", field));
  }

  private static void transform(ObjectNode node, TransformTask transform) {
    node.set("input_space", input(transform.input()));
    node.set("output_space", output(transform.output()));
    switch (transform.change()) {
      case TransformTask.Apply(var fn, var parameters) -> {
        node.set("fn", FunctionJson.write(fn));
        parameters(node, parameters);
      }
      case TransformTask.Copy(var columns) -> columns.forEach(node.putObject("copy")::put);
      case TransformTask.Rename(var columns) -> columns.forEach(node.putObject("rename")::put);
      case TransformTask.Drop(var columns) -> texts(node.putArray("drop"), columns);
    }
  }

  private static JsonNode input(InputRef input) {
    return switch (input) {
      case InputRef.Space(var name, var version, var as) -> {
        if (version.isEmpty() && as.isEmpty()) {
          yield NODES.textNode(name);
        }
        ObjectNode node = NODES.objectNode().put("space", name);
        version.ifPresent(number -> node.put("version", number));
        as.ifPresent(label -> node.put("as", label));
        yield node;
      }
      case InputRef.File(var path, var format, var schema) -> {
        ObjectNode node = NODES.objectNode().put("file", path);
        format.ifPresent(word -> node.put("format", word));
        if (!schema.isEmpty()) {
          schema.forEach(node.putObject("schema")::put);
        }
        yield node;
      }
    };
  }

  private static JsonNode output(OutputRef output) {
    return switch (output) {
      case OutputRef.Space(var name) -> NODES.textNode(name);
      case OutputRef.File(var path, var format) -> {
        ObjectNode node = NODES.objectNode().put("file", path);
        format.ifPresent(word -> node.put("format", word));
        yield node;
      }
    };
  }

  private static void parameters(ObjectNode node, Map<String, FunctionParameter> parameters) {
    if (!parameters.isEmpty()) {
      node.set("function_parameters", parameters(parameters));
    }
  }

  private static void degree(ObjectNode node, DegreeRule rule) {
    rule.max().ifPresent(max -> node.put(rule.maxName(), max));
    if (rule.exact()) {
      node.put(rule.exactName(), true);
    }
  }

  private static void texts(ArrayNode list, Collection<String> texts) {
    texts.forEach(list::add);
  }
}
