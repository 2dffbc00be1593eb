package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.spaces.Table;
import dev.dovetail.tests.conformance.CaseValue.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The answer that a `join` run must give, held against what came.
final class Expectation {
  private final JsonNode expect;
  private final List<String> primaryKey;
  private final boolean severalYSpaces;

  /// The answer that a case has for a run.
  static Expectation of(JsonNode run) {
    JsonNode args = run.get("args");
    List<String> key = new ArrayList<>();
    args.get("primary_key").forEach(column -> key.add(column.textValue()));
    return new Expectation(run.get("expect"), key, args.get("input_spaces").size() > 2);
  }

  private Expectation(JsonNode expect, List<String> primaryKey, boolean severalYSpaces) {
    this.expect = expect;
    this.primaryKey = List.copyOf(primaryKey);
    this.severalYSpaces = severalYSpaces;
  }

  boolean isError() {
    return expect.has("error");
  }

  /// Holds an error message; empty if it is the expected one.
  Optional<String> differenceOfError(String message, boolean evaluated) {
    if (!isError()) {
      return Optional.of("expected " + shortened(expect) + ", came the error " + message);
    }
    JsonNode error = expect.get("error");
    String phase = error.get("phase").textValue();
    if (phase.equals("plan") && evaluated) {
      return Optional.of("expected a refusal before any evaluation, came " + message);
    }
    for (JsonNode word : error.get("mentions")) {
      if (!message.toLowerCase(Locale.ROOT).contains(word.textValue())) {
        return Optional.of("expected a message with " + word + ", came " + message);
      }
    }
    return Optional.empty();
  }

  /// Holds an output table; empty if it is the expected one.
  Optional<String> differenceOfOutput(Table output) {
    List<List<@Nullable Object>> rows = rows(output);
    if (isError()) {
      return Optional.of("expected " + shortened(expect) + ", came rows " + rows);
    }
    if (expect.has("matches")) {
      Optional<String> difference = differenceOfMatches(output, rows);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return expect.has("rows") ? differenceOfRows(output, rows) : Optional.empty();
  }

  private Optional<String> differenceOfMatches(Table output, List<List<@Nullable Object>> rows) {
    List<Field> fields = output.schema().getFields();
    List<Field> keys = primaryKey.stream().map(output.schema()::findField).toList();
    Field match = fields.getLast().getChildren().getFirst();
    List<Field> matchKeys =
        primaryKey.stream()
            .map(
                key ->
                    match.getChildren().stream()
                        .filter(f -> f.getName().equals(key))
                        .findFirst()
                        .orElseThrow())
            .toList();
    List<JsonNode> expected = Repeats.expand(expect.get("matches"));
    List<Object> want = new ArrayList<>();
    for (JsonNode row : expected) {
      List<Object> entries = new ArrayList<>();
      for (JsonNode entry : Repeats.expand(row.get(1))) {
        entries.add(
            severalYSpaces
                ? List.of(entry.get("space").textValue(), key(entry.get("key"), matchKeys))
                : key(entry, matchKeys));
      }
      want.add(List.of(key(row.get(0), keys), entries));
    }
    List<Object> got = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> rowKey = new ArrayList<>();
      keys.forEach(key -> rowKey.add(row.get(fields.indexOf(key))));
      List<Object> entries = new ArrayList<>();
      for (Object item : (List<?>) row.getLast()) {
        List<@Nullable Object> entryKey = new ArrayList<>();
        primaryKey.forEach(key -> entryKey.add(value(item, key)));
        entries.add(severalYSpaces ? List.of(value(item, "_space"), entryKey) : entryKey);
      }
      got.add(List.of(rowKey, entries));
    }
    return want.equals(got)
        ? Optional.empty()
        : Optional.of("expected matches " + want + ", came " + got);
  }

  private static @Nullable Object value(Object struct, String name) {
    for (Object entry : (List<?>) struct) {
      if (((Entry) entry).name().equals(name)) {
        return ((Entry) entry).value();
      }
    }
    throw new IllegalArgumentException("a match has no field " + name + ": " + struct);
  }

  private List<@Nullable Object> key(JsonNode json, List<Field> fields) {
    List<@Nullable Object> key = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      key.add(CaseValue.of(fields.size() == 1 ? json : json.get(i), fields.get(i)));
    }
    return key;
  }

  private Optional<String> differenceOfRows(Table output, List<List<@Nullable Object>> rows) {
    List<Field> fields = output.schema().getFields();
    List<String> columns = fields.stream().map(Field::getName).toList();
    List<String> wantColumns = new ArrayList<>();
    expect.get("columns").forEach(column -> wantColumns.add(column.textValue()));
    if (!columns.equals(wantColumns)) {
      return Optional.of("expected columns " + wantColumns + ", came " + columns);
    }
    List<List<@Nullable Object>> want = new ArrayList<>();
    for (JsonNode row : Repeats.expand(expect.get("rows"))) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        values.add(CaseValue.of(row.get(i), fields.get(i)));
      }
      want.add(values);
    }
    return want.equals(rows)
        ? Optional.empty()
        : Optional.of("expected rows " + want + ", came " + rows);
  }

  private static List<List<@Nullable Object>> rows(Table table) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int b = 0; b < table.batchCount(); b++) {
      VectorSchemaRoot batch = table.batch(b);
      for (int row = 0; row < batch.getRowCount(); row++) {
        List<@Nullable Object> values = new ArrayList<>();
        for (FieldVector vector : batch.getFieldVectors()) {
          values.add(Vectors.read(vector, row));
        }
        rows.add(values);
      }
    }
    return rows;
  }

  private static String shortened(JsonNode json) {
    String text = json.toString();
    return text.length() > 300 ? text.substring(0, 300) + "..." : text;
  }
}
