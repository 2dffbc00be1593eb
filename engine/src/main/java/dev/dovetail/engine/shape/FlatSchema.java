package dev.dovetail.engine.shape;

import dev.dovetail.engine.shape.MatchesSchema.Side;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// The columns of flat rows: those of X, then those of Y, where the shape shows them. A column of Y
/// whose name X has is called so with `_y` behind it.
///
/// @param yColumns the names of Y's columns in Y, in the order of the output
record FlatSchema(Schema schema, int xColumns, List<String> yColumns) {
  static final String SPACE = "_space";
  static final String DEGREE = "degree";
  private static final String SUFFIX = "_y";

  /// The columns of a shape.
  ///
  /// @throws DovetailException E105 if a column has two types among the Y inputs, E110 if a
  ///   column's name is taken by the output
  static FlatSchema of(JoinShape shape, Side x, List<Side> ys) {
    List<Field> fields = new ArrayList<>();
    x.schema().getFields().forEach(field -> fields.add(shape.keepsY() ? nullable(field) : field));
    List<String> yColumns = new ArrayList<>();
    if (shape == JoinShape.DEGREES) {
      add(fields, Field.notNullable(DEGREE, new ArrowType.Int(64, true)), x.space());
    }
    if (shape.showsY()) {
      Set<String> xNames = new HashSet<>();
      x.schema().getFields().forEach(field -> xNames.add(field.getName()));
      for (Field field : MatchesSchema.entryFields(ys)) {
        boolean isSpace = ys.size() > 1 && field.getName().equals(SPACE);
        String name = field.getName() + (xNames.contains(field.getName()) ? SUFFIX : "");
        if (!isSpace) {
          yColumns.add(field.getName());
        }
        add(fields, named(field, isSpace ? SPACE : name), isSpace ? x.space() : "Y");
      }
    }
    return new FlatSchema(new Schema(fields), x.schema().getFields().size(), yColumns);
  }

  private static void add(List<Field> fields, Field field, String space) {
    if (fields.stream().anyMatch(present -> present.getName().equals(field.getName()))) {
      throw new DovetailException(
          ErrorCode.E110,
          "the output has two columns '" + field.getName() + "'",
          space,
          "Rename the column in one of the inputs.");
    }
    fields.add(field);
  }

  private static Field nullable(Field field) {
    return named(field, field.getName());
  }

  private static Field named(Field field, String name) {
    return new Field(
        name, new FieldType(true, field.getType(), null, field.getMetadata()), field.getChildren());
  }
}
