package dev.dovetail.spaces;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Versions of Spaces as JSON: the form in which the HTTP API and scripts see them.
public final class SpaceJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SpaceJson() {}

  /// One version.
  public static ObjectNode node(SpaceVersion space) {
    ObjectNode node = NODES.objectNode().put("name", space.name()).put("version", space.version());
    node.put("rows", space.rowCount())
        .put("bytes", space.bytes())
        .put("committed_at", space.committedAt().toString());
    node.put("operation", space.operation()).put("session", space.sessionId());
    ArrayNode key = node.putArray("primary_key");
    space.primaryKey().forEach(key::add);
    node.set("schema", columns(space.schema()));
    return node;
  }

  /// Several versions, as the one member of an object.
  public static ObjectNode node(String member, List<SpaceVersion> versions) {
    ObjectNode node = NODES.objectNode();
    ArrayNode list = node.putArray(member);
    versions.forEach(version -> list.add(node(version)));
    return node;
  }

  /// The columns of a table, each `[name, type]`.
  public static ArrayNode columns(Schema schema) {
    ArrayNode columns = NODES.arrayNode();
    for (Field field : schema.getFields()) {
      columns.addArray().add(field.getName()).add(Types.print(field));
    }
    return columns;
  }
}
