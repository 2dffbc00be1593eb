package dev.dovetail.engine.shape;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// The schema of a matches list: the columns of X, then `matches`, a list of structs with the
/// columns of Y.
public final class MatchesSchema {
  static final String MATCHES = "matches";
  static final String SPACE = "_space";

  private MatchesSchema() {}

  /// A side's name and columns.
  public record Side(String space, Schema schema) {}

  /// The output schema. With several Y Spaces the struct has the union of their columns, in the
  /// order they are first seen, and `_space` last.
  ///
  /// @throws DovetailException E105 if a column has two types among the Y Spaces, E110 if X has a
  ///   column `matches`, or one of several Y Spaces a column `_space`
  public static Schema of(Side x, List<Side> ys) {
    List<Field> fields = new ArrayList<>(x.schema().getFields());
    if (fields.stream().anyMatch(field -> field.getName().equals(MATCHES))) {
      throw reserved(x.space(), MATCHES, "the output adds the matches under that name");
    }
    Field struct =
        new Field("item", FieldType.nullable(ArrowType.Struct.INSTANCE), entryFields(ys));
    fields.add(new Field(MATCHES, FieldType.nullable(ArrowType.List.INSTANCE), List.of(struct)));
    return new Schema(fields);
  }

  static List<Field> entryFields(List<Side> ys) {
    Map<String, Field> union = new LinkedHashMap<>();
    Map<String, String> owners = new LinkedHashMap<>();
    for (Side y : ys) {
      for (Field field : y.schema().getFields()) {
        String name = field.getName();
        if (ys.size() > 1 && name.equals(SPACE)) {
          throw reserved(y.space(), SPACE, "the output says there which Space an entry is from");
        }
        Field seen = union.putIfAbsent(name, nullable(field));
        owners.putIfAbsent(name, y.space());
        if (seen != null && !sameType(seen, field)) {
          throw twoTypes(name, owners.get(name), seen, y.space(), field);
        }
      }
    }
    List<Field> fields = new ArrayList<>(union.values());
    if (ys.size() > 1) {
      fields.add(Field.nullable(SPACE, ArrowType.Utf8.INSTANCE));
    }
    return fields;
  }

  private static Field nullable(Field field) {
    return new Field(
        field.getName(),
        new FieldType(true, field.getType(), null, field.getMetadata()),
        field.getChildren());
  }

  /// Types agree, whatever list elements are called and whether NULL is allowed; names of struct
  /// members count.
  private static boolean sameType(Field a, Field b) {
    if (!a.getType().equals(b.getType()) || a.getChildren().size() != b.getChildren().size()) {
      return false;
    }
    for (int i = 0; i < a.getChildren().size(); i++) {
      Field left = a.getChildren().get(i);
      Field right = b.getChildren().get(i);
      boolean member = a.getType() instanceof ArrowType.Struct;
      if ((member && !left.getName().equals(right.getName())) || !sameType(left, right)) {
        return false;
      }
    }
    return true;
  }

  private static DovetailException reserved(String space, String column, String because) {
    return new DovetailException(
        ErrorCode.E110,
        "'" + space + "' has a column '" + column + "'; " + because,
        "",
        "Rename or drop the column first.");
  }

  private static DovetailException twoTypes(
      String column, String oneSpace, Field one, String otherSpace, Field other) {
    return new DovetailException(
        ErrorCode.E105,
        "column '"
            + column
            + "' is "
            + typeText(one)
            + " in '"
            + oneSpace
            + "' and "
            + typeText(other)
            + " in '"
            + otherSpace
            + "'",
        "",
        "The entries of matches have one column for both: rename or convert one of them first.");
  }

  private static String typeText(Field field) {
    return field.getChildren().isEmpty()
        ? field.getType().toString()
        : field.getType() + " of " + field.getChildren();
  }
}
