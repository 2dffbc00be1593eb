package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.spaces.Types;
import dev.dovetail.tasks.TransformTask;
import dev.dovetail.tasks.TransformTask.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// A change of columns that leaves every value as it is: which input column each output column
/// shows.
///
/// @param schema the output's columns
/// @param sources for each the index of its input column
/// @param names present column name -> name in the output, of the columns that stay
record ColumnChange(Schema schema, List<Integer> sources, Map<String, String> names) {
  ColumnChange {
    sources = List.copyOf(sources);
    names = Map.copyOf(names);
  }

  /// Resolves copy, rename or drop against the input's columns; E101 names a column that is missing
  /// or taken.
  static ColumnChange of(Change change, String space, Schema input) {
    List<Field> fields = new ArrayList<>();
    List<Integer> sources = new ArrayList<>();
    Map<String, String> names = new java.util.HashMap<>();
    Set<String> dropped = change instanceof TransformTask.Drop(var columns) ? columns : Set.of();
    Map<String, String> renamed =
        change instanceof TransformTask.Rename(var columns) ? columns : Map.of();
    dropped.forEach(column -> require(column, "drop", space, input));
    renamed.keySet().forEach(column -> require(column, "rename", space, input));
    for (int i = 0; i < input.getFields().size(); i++) {
      Field field = input.getFields().get(i);
      if (!dropped.contains(field.getName())) {
        String name = renamed.getOrDefault(field.getName(), field.getName());
        names.put(field.getName(), name);
        fields.add(Types.renamed(field, name));
        sources.add(i);
      }
    }
    if (change instanceof TransformTask.Copy(var columns)) {
      columns.forEach(
          (name, present) -> {
            int source = require(present, "copy", space, input);
            fields.add(Types.renamed(input.getFields().get(source), name));
            sources.add(source);
          });
    }
    refuseTwins(change.word(), fields, space);
    return new ColumnChange(new Schema(fields), sources, names);
  }

  /// The same rows under the output's columns; shares the batch's memory and is not to be closed.
  VectorSchemaRoot apply(VectorSchemaRoot batch) {
    List<FieldVector> columns = sources.stream().map(batch::getVector).toList();
    return new VectorSchemaRoot(schema, columns, batch.getRowCount());
  }

  /// The key that the output declares: the input's, if all of it stays.
  List<String> key(List<String> declared) {
    return names.keySet().containsAll(declared)
        ? declared.stream().map(column -> names.getOrDefault(column, column)).toList()
        : List.of();
  }

  private static int require(String column, String word, String space, Schema input) {
    List<String> names = input.getFields().stream().map(Field::getName).toList();
    int index = names.indexOf(column);
    if (index < 0) {
      throw new DovetailException(
          ErrorCode.E101,
          word + " names the column '" + column + "', which '" + space + "' does not have",
          "",
          NearestName.hint(column, names));
    }
    return index;
  }

  private static void refuseTwins(String word, List<Field> fields, String space) {
    if (fields.isEmpty()) {
      throw new DovetailException(
          ErrorCode.E101, word + " leaves no column of '" + space + "'", "", "Keep one.");
    }
    Set<String> seen = new HashSet<>();
    for (Field field : fields) {
      if (!seen.add(field.getName())) {
        throw new DovetailException(
            ErrorCode.E101,
            word + " makes a second column '" + field.getName() + "' of '" + space + "'",
            "",
            "Choose a name that no column has.");
      }
    }
  }
}
