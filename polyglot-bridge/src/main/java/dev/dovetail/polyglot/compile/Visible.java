package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.expr.ValueType;
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
  /// @param notCompiled why values of this column are compared by Python only, if they are
  public record Column(int index, ValueType type, Optional<String> notCompiled) {}

  public Visible {
    columns = Map.copyOf(columns);
  }

  /// The columns of [dev.dovetail.engine.join.ConditionRows#schema].
  public static Visible of(Schema schema) {
    Map<String, Column> columns = new LinkedHashMap<>();
    int index = 0;
    for (Field field : schema.getFields()) {
      ValueType type = ValueType.of(field);
      columns.put(field.getName(), new Column(index, type, whyNotCompiled(type)));
      index++;
    }
    return new Visible(columns);
  }

  private static Optional<String> whyNotCompiled(ValueType type) {
    if (PairTests.isCompiled(type)) {
      return Optional.empty();
    }
    return Optional.of(
        type == ValueType.ZONED_TIMESTAMP
            ? "a timestamp in a zone whose offset changes"
            : Comparisons.word(type));
  }

  /// The field of a name, if the row shows it.
  public Optional<Column> column(String name) {
    return Optional.ofNullable(columns.get(name));
  }
}
