package dev.dovetail.pipelines.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.pipelines.document.Shape.Field;
import java.util.List;
import java.util.Map;

/// The JSON Schema (2020-12) of pipelines, by which editors complete and check them: another view
/// of [Shapes].
public final class DocumentSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private DocumentSchema() {}

  public static ObjectNode schema() {
    ObjectNode schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "A pipeline of Dovetail");
    schema.setAll(of(Shapes.DOCUMENT));
    ObjectNode nodes = (ObjectNode) schema.path("properties").path("nodes");
    nodes.set("items", node());
    return schema;
  }

  /// A node has the shape that its type says.
  private static ObjectNode node() {
    ObjectNode node = JSON.objectNode().put("type", "object");
    node.putArray("required").add("type").add("name");
    ObjectNode type = node.putObject("properties").putObject("type");
    Shapes.NODES.keySet().forEach(type.withArray("enum")::add);
    ArrayNode cases = node.putArray("allOf");
    for (Map.Entry<String, Shapes.Node> kind : Shapes.NODES.entrySet()) {
      ObjectNode one = cases.addObject();
      one.putObject("if").putObject("properties").putObject("type").put("const", kind.getKey());
      one.set("then", of(kind.getValue().whole()));
    }
    return node;
  }

  private static ObjectNode of(Shape shape) {
    ObjectNode schema = JSON.objectNode();
    return switch (shape) {
      case Shape.Any _ -> schema;
      // YAML writes many texts like numbers or bools
      case Shape.Text _ -> {
        schema.putArray("type").add("string").add("number").add("boolean");
        yield schema;
      }
      case Shape.Word(List<String> words) -> {
        words.forEach(schema.putArray("enum")::add);
        yield schema;
      }
      case Shape.Bool _ -> schema.put("type", "boolean");
      case Shape.Count(long least) -> schema.put("type", "integer").put("minimum", least);
      case Shape.Rate _ -> schema.put("type", "number").put("minimum", 0).put("maximum", 1);
      case Shape.Bytes _ -> {
        schema.putArray("type").add("string").add("integer");
        yield schema.put("pattern", "^[0-9]{1,15}[KMGkmg]?B?$").put("minimum", 0);
      }
      case Shape.ListOf(Shape item) -> schema.put("type", "array").set("items", of(item));
      case Shape.OneOrMore(Shape item) -> {
        ArrayNode either = schema.putArray("anyOf");
        either.add(of(item));
        either.add(of(new Shape.ListOf(item)));
        yield schema;
      }
      case Shape.MapOf(Shape value) ->
          schema.put("type", "object").set("additionalProperties", of(value));
      case Shape.Struct(List<Field> fields) -> {
        schema.put("type", "object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        for (Field field : fields) {
          properties.set(field.name(), of(field.shape()).put("description", field.summary()));
          if (field.isRequired()) {
            schema.withArray("required").add(field.name());
          }
        }
        yield schema;
      }
      case Shape.Either(List<Shape> shapes) -> {
        ArrayNode either = schema.putArray("anyOf");
        shapes.forEach(one -> either.add(of(one)));
        yield schema;
      }
    };
  }
}
