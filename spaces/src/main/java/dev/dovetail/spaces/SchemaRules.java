package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.segment.KeyedRows;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// What the columns of a Space must be, and what rows that are added must share with it.
final class SchemaRules {
  private SchemaRules() {}

  /// The schema in its canonical form, with at least one column.
  static Schema requireLegal(String space, Schema schema) {
    if (schema.getFields().isEmpty()) {
      throw new DovetailException(
          ErrorCode.E205, "a Space needs a column", "Space " + space, "Give the rows a column.");
    }
    return Types.canonical(schema);
  }

  /// Key columns exist, once each, and hold single values.
  static void requireKey(String space, Schema schema, List<String> primaryKey) {
    Set<String> seen = new HashSet<>();
    for (String column : primaryKey) {
      Field field = column(schema, column);
      if (field == null) {
        throw new DovetailException(
            ErrorCode.E103,
            "the primary-key column '" + column + "' does not exist",
            "Space " + space,
            "The columns are: " + names(schema) + ".");
      }
      if (!KeyedRows.accepts(field.getType())) {
        throw new DovetailException(
            ErrorCode.E205,
            "the column '"
                + column
                + "' is "
                + Types.print(field)
                + ", which cannot be part of a primary key",
            "Space " + space,
            "Choose a column of single values.");
      }
      if (!seen.add(column)) {
        throw new DovetailException(
            ErrorCode.E205,
            "the primary key names the column '" + column + "' twice",
            "Space " + space,
            "Name each column once.");
      }
    }
  }

  static DovetailException noKey(String space, String what) {
    return new DovetailException(
        ErrorCode.E103,
        what + " needs a primary key, and the Space '" + space + "' has none",
        "",
        "Name the primary-key columns.");
  }

  /// Rows that are added have the columns of the Space, in its order.
  static void requireSame(String space, Schema stored, Schema added) {
    for (Field field : stored.getFields()) {
      Field other = column(added, field.getName());
      if (other == null) {
        throw misfit(
            space,
            "the column '"
                + field.getName()
                + "' ("
                + Types.print(field)
                + ") is missing from the new rows",
            stored);
      }
      if (!sameType(field, other)) {
        throw misfit(
            space,
            "the column '"
                + field.getName()
                + "' is "
                + Types.print(field)
                + " in the Space and "
                + Types.print(other)
                + " in the new rows",
            stored);
      }
    }
    for (Field field : added.getFields()) {
      if (column(stored, field.getName()) == null) {
        throw misfit(
            space,
            "the column '"
                + field.getName()
                + "' ("
                + Types.print(field)
                + ") of the new rows is not in the Space",
            stored);
      }
    }
    if (!names(stored).equals(names(added))) {
      throw misfit(space, "the columns of the new rows are in another order", stored);
    }
  }

  static void requireSameKey(String space, List<String> stored, List<String> given) {
    if (!stored.isEmpty() && !given.isEmpty() && !stored.equals(given)) {
      throw new DovetailException(
          ErrorCode.E211,
          "the primary key is "
              + String.join(", ", stored)
              + " in the Space and "
              + String.join(", ", given)
              + " for the new rows",
          "Space " + space,
          "Leave the primary key out, or replace the Space.");
    }
  }

  /// Two fields whose values are stored alike, whatever the fields of lists are called.
  static boolean sameType(Field first, Field second) {
    List<Field> children = first.getChildren();
    if (first.getDictionary() != null
        || second.getDictionary() != null
        || !first.getType().equals(second.getType())
        || children.size() != second.getChildren().size()) {
      return false;
    }
    boolean named = first.getType() instanceof ArrowType.Struct;
    for (int i = 0; i < children.size(); i++) {
      Field other = second.getChildren().get(i);
      if ((named && !children.get(i).getName().equals(other.getName()))
          || !sameType(children.get(i), other)) {
        return false;
      }
    }
    return true;
  }

  private static DovetailException misfit(String space, String what, Schema stored) {
    return new DovetailException(
        ErrorCode.E211,
        what,
        "Space " + space,
        "Its columns are: " + names(stored) + ". Match them, or replace the Space.");
  }

  private static @Nullable Field column(Schema schema, String name) {
    for (Field field : schema.getFields()) {
      if (field.getName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static String names(Schema schema) {
    return schema.getFields().stream().map(Field::getName).collect(Collectors.joining(", "));
  }
}
