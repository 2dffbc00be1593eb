package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.spaces.Types;
import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.metadata.RepetitionType;
import dev.hardwood.schema.FileSchema;
import dev.hardwood.schema.SchemaNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Plans how the columns of a Parquet file become canonical vectors.
///
/// Writers that think in Arrow leave their schema in the footer under `ARROW:schema`. It settles
/// what Parquet has no type for: seconds, time zones other than UTC, durations. It only refines
/// what the Parquet schema says; where the two disagree it is ignored.
final class ParquetSchemaReader {
  static final String ARROW_SCHEMA = "ARROW:schema";
  private static final int MAX_DEPTH = 64;

  private final String file;
  private final ParquetValues values;

  /// @param wideTimes the INT96 columns whose times do not fit into nanoseconds
  ParquetSchemaReader(String file, Set<Integer> wideTimes) {
    this.file = file;
    this.values = new ParquetValues(file, wideTimes);
  }

  List<ParquetNode> read(FileSchema schema, FileMetaData metadata) {
    Schema hints = hints(metadata);
    List<ParquetNode> columns = new ArrayList<>();
    for (SchemaNode child : schema.getRootNode().children()) {
      Field hint = hints == null ? null : member(hints.getFields(), child.name());
      columns.add(node(child.name(), child.name(), child, 0, false, hint, 0));
    }
    if (columns.isEmpty()) {
      throw unsupported("the file", "no columns");
    }
    return columns;
  }

  private ParquetNode node(
      String column,
      String name,
      SchemaNode node,
      int layer,
      boolean element,
      @Nullable Field hint,
      int depth) {
    if (depth > MAX_DEPTH) {
      throw unsupported(column, "a type nested more than " + MAX_DEPTH + " deep");
    }
    if (node.repetitionType() == RepetitionType.REPEATED && !element) {
      ParquetNode item =
          node(column, Types.ELEMENT, node, layer + 1, true, child(hint, 0), depth + 1);
      return repeated(name, layer, item);
    }
    return switch (node) {
      case SchemaNode.PrimitiveNode leaf -> values.leaf(column, name, leaf, hint);
      case SchemaNode.GroupNode group -> group(column, name, group, layer, hint, depth);
      default -> throw unsupported(column, node.toString());
    };
  }

  private ParquetNode group(
      String column,
      String name,
      SchemaNode.GroupNode group,
      int layer,
      @Nullable Field hint,
      int depth) {
    if (group.isVariant() || group.children().isEmpty()) {
      throw unsupported(column, group.isVariant() ? "variant" : "a group without fields");
    }
    if (group.isList()) {
      SchemaNode item = group.getListElement();
      if (item == null) {
        throw unsupported(column, "a list without an element");
      }
      return repeated(
          name,
          layer,
          node(column, Types.ELEMENT, item, layer + 1, true, child(hint, 0), depth + 1));
    }
    if (group.isMap()) {
      return map(column, name, group, layer, child(hint, 0), depth);
    }
    boolean optional = group.repetitionType() == RepetitionType.OPTIONAL;
    List<ParquetNode> members = new ArrayList<>();
    for (SchemaNode child : group.children()) {
      Field memberHint = hint == null ? null : member(hint.getChildren(), child.name());
      members.add(
          node(
              column,
              child.name(),
              child,
              optional ? layer + 1 : layer,
              false,
              memberHint,
              depth + 1));
    }
    Field field = Types.struct(name, members.stream().map(ParquetNode::field).toList());
    return new ParquetNode.Group(field, optional ? layer : -1, members);
  }

  private ParquetNode map(
      String column,
      String name,
      SchemaNode.GroupNode group,
      int layer,
      @Nullable Field entryHint,
      int depth) {
    SchemaNode key = group.getMapKey();
    SchemaNode value = group.getMapValue();
    if (key == null || value == null) {
      throw unsupported(column, "a map without values");
    }
    List<ParquetNode> pair =
        List.of(
            node(column, "key", key, layer + 1, false, child(entryHint, 0), depth + 1),
            node(column, "value", value, layer + 1, false, child(entryHint, 1), depth + 1));
    Field entry = Types.struct(Types.ELEMENT, pair.stream().map(ParquetNode::field).toList());
    return repeated(name, layer, new ParquetNode.Group(entry, -1, pair));
  }

  private static ParquetNode repeated(String name, int layer, ParquetNode element) {
    return new ParquetNode.Repeated(Types.list(name, element.field()), layer, element);
  }

  private static @Nullable Field member(List<Field> fields, String name) {
    for (Field field : fields) {
      if (field.getName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static @Nullable Field child(@Nullable Field hint, int index) {
    return hint == null || hint.getChildren().size() <= index
        ? null
        : hint.getChildren().get(index);
  }

  /// The writer's Arrow schema, or null if it left none that can be read.
  private @Nullable Schema hints(FileMetaData metadata) {
    String encoded =
        metadata.keyValueMetadata() == null ? null : metadata.keyValueMetadata().get(ARROW_SCHEMA);
    if (encoded == null) {
      return null;
    }
    try {
      ByteBuffer bytes =
          ByteBuffer.wrap(Base64.getDecoder().decode(encoded)).order(ByteOrder.LITTLE_ENDIAN);
      Message message =
          Message.getRootAsMessage(bytes.slice(bytes.getInt(0) == -1 ? 8 : 4, length(bytes)));
      return message.header(new org.apache.arrow.flatbuf.Schema())
              instanceof org.apache.arrow.flatbuf.Schema stated
          ? Types.canonical(ArrowSchemas.read(stated, file))
          : null;
    } catch (RuntimeException | StackOverflowError _) {
      return null;
    }
  }

  private static int length(ByteBuffer bytes) {
    return bytes.getInt(0) == -1 ? bytes.getInt(4) : bytes.getInt(0);
  }

  private DovetailException unsupported(String column, String type) {
    return ParquetValues.unsupported(file, column, type);
  }
}
