package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The columns that the tests of this package compile against: one of each family on either side,
/// and a second of some.
final class Sides {
  static final Visible BOTH = visible();

  private Sides() {}

  private static Visible visible() {
    Map<String, Visible.Column> columns = new LinkedHashMap<>();
    add(columns, "n", ValueType.INTEGER);
    add(columns, "m", ValueType.INTEGER);
    add(columns, "f", ValueType.FLOAT);
    add(columns, "g", ValueType.FLOAT);
    add(columns, "b", ValueType.BOOL);
    add(columns, "c", ValueType.BOOL);
    add(columns, "s", ValueType.TEXT);
    add(columns, "d", ValueType.DECIMAL);
    add(columns, "raw", ValueType.BINARY);
    add(columns, "day", ValueType.DATE);
    add(columns, "at", ValueType.NAIVE_TIMESTAMP);
    add(columns, "utc", ValueType.INSTANT);
    add(columns, "zoned", ValueType.ZONED_TIMESTAMP);
    add(columns, "span", ValueType.DURATION);
    add(columns, "tags", ValueType.LIST);
    add(columns, "point", ValueType.STRUCT);
    add(columns, "none", ValueType.NULL);
    return new Visible(columns);
  }

  private static void add(Map<String, Visible.Column> columns, String name, ValueType type) {
    Optional<String> notCompiled =
        switch (type) {
          case ZONED_TIMESTAMP -> Optional.of("a timestamp in a zone whose offset changes");
          case LIST -> Optional.of("a list");
          case STRUCT -> Optional.of("a struct");
          default -> Optional.empty();
        };
    columns.put(name, new Visible.Column(columns.size(), type, notCompiled));
  }
}
