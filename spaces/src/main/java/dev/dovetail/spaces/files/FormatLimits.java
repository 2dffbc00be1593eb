package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Which canonical types a format has no place for.
final class FormatLimits {
  private FormatLimits() {}

  /// CSV holds what one text without structure spells. Bytes have no agreed spelling there.
  static boolean csvHolds(ArrowType type) {
    return !(type instanceof ArrowType.List
        || type instanceof ArrowType.Struct
        || type instanceof ArrowType.Binary);
  }

  private static boolean holds(FileFormat format, Field field) {
    return switch (format) {
      case CSV -> csvHolds(field.getType());
      case JSON_LINES, PARQUET -> noEmptyStruct(field);
      case ARROW_FILE, ARROW_STREAM -> true;
    };
  }

  /// Parquet has no group without fields, and an empty JSON object tells no type.
  private static boolean noEmptyStruct(Field field) {
    if (field.getType() instanceof ArrowType.Struct && field.getChildren().isEmpty()) {
      return false;
    }
    return field.getChildren().stream().allMatch(FormatLimits::noEmptyStruct);
  }

  /// E204 for the first column that the format cannot hold, with the formats that can.
  static void check(FileFormat format, Schema schema, String file) {
    for (Field field : schema.getFields()) {
      if (!holds(format, field)) {
        List<String> able = new ArrayList<>();
        for (FileFormat other : FileFormat.values()) {
          if (schema.getFields().stream().allMatch(each -> holds(other, each))) {
            able.add(other.id());
          }
        }
        throw new DovetailException(
            ErrorCode.E204,
            format.id()
                + " cannot hold "
                + Types.print(field)
                + ", the type of column '"
                + field.getName()
                + "'",
            file,
            "These formats can: " + String.join(", ", able) + ".");
      }
    }
  }
}
