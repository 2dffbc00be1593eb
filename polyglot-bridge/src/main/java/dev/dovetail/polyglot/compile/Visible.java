package dev.dovetail.polyglot.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// What one row argument shows: its fields by name.
public record Visible(Map<String, Column> columns) {
  /// A field of the row.
  ///
  /// @param index position among the side's visible columns
  public record Column(int index, Field field) {}

  public Visible {
    columns = Map.copyOf(columns);
  }

  /// The columns of [dev.dovetail.engine.join.ConditionRows#schema].
  public static Visible of(Schema schema) {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (Field field : schema.getFields()) {
      columns.put(field.getName(), new Column(columns.size(), field));
    }
    return new Visible(columns);
  }

  /// The field of a name, if the row shows it.
  public Optional<Column> column(String name) {
    return Optional.ofNullable(columns.get(name));
  }
}
