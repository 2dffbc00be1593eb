package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// Schemas of IPC messages, and the fields into which their buffers are loaded.
final class ArrowSchemas {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_FIELDS = 200_000;

  private ArrowSchemas() {}

  /// Converts a schema that may be hostile: its depth and size are bounded before anything
  /// recurses.
  static Schema read(org.apache.arrow.flatbuf.Schema schema, String file) {
    if (schema.endianness() != Endianness.Little) {
      throw new DovetailException(
          ErrorCode.E213,
          "the file is written in big-endian byte order",
          file,
          "Write it again on a little-endian machine.");
    }
    int[] budget = {MAX_FIELDS};
    for (int i = 0; i < schema.fieldsLength(); i++) {
      measure(schema.fields(i), 0, budget, file);
    }
    return Schema.convertSchema(schema);
  }

  private static void measure(
      org.apache.arrow.flatbuf.Field field, int depth, int[] budget, String file) {
    if (depth > MAX_DEPTH || --budget[0] < 0) {
      throw Faults.damaged(file, "its schema is nested too deeply or has too many fields");
    }
    if (field == null || field.name() == null) {
      throw Faults.damaged(file, "a field of its schema has no name");
    }
    for (int i = 0; i < field.childrenLength(); i++) {
      measure(field.children(i), depth + 1, budget, file);
    }
  }

  /// The field whose vector has the buffers that the message carries: indices for a dictionary, a
  /// list for a map (its buffers are the same), the storage of an extension type.
  static Field loaded(Field field) {
    DictionaryEncoding dictionary = field.getDictionary();
    if (dictionary != null) {
      ArrowType index = dictionary.getIndexType();
      return new Field(field.getName(), FieldType.nullable(index), null);
    }
    List<Field> children = new ArrayList<>();
    for (Field child : field.getChildren()) {
      children.add(loaded(child));
    }
    ArrowType type =
        switch (field.getType()) {
          case ArrowType.Map _ -> ArrowType.List.INSTANCE;
          case ArrowType.ExtensionType extension -> extension.storageType();
          default -> field.getType();
        };
    return new Field(field.getName(), FieldType.nullable(type), children);
  }

  /// Whether a canonical vector has the very buffers of the loaded one, so that nothing is copied.
  static boolean sameLayout(Field message, Field canonical) {
    if (message.getDictionary() != null) {
      return false;
    }
    ArrowType from = loaded(message).getType();
    ArrowType to = canonical.getType();
    boolean same =
        from.equals(to)
            || (from instanceof ArrowType.Timestamp a
                && to instanceof ArrowType.Timestamp b
                && a.getUnit() == b.getUnit());
    if (!same || message.getChildren().size() != canonical.getChildren().size()) {
      return false;
    }
    for (int i = 0; i < message.getChildren().size(); i++) {
      if (!sameLayout(message.getChildren().get(i), canonical.getChildren().get(i))) {
        return false;
      }
    }
    return true;
  }

  /// Collects the value fields of all dictionaries.
  static void dictionaries(Field field, Map<Long, Field> values) {
    DictionaryEncoding dictionary = field.getDictionary();
    if (dictionary != null) {
      values.put(
          dictionary.getId(),
          new Field(field.getName(), FieldType.nullable(field.getType()), field.getChildren()));
    }
    field.getChildren().forEach(child -> dictionaries(child, values));
  }
}
