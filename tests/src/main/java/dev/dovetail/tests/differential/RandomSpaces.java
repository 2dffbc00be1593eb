package dev.dovetail.tests.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Small tables in the form of conformance cases, filled from pools of the values that joins get
/// wrong.
final class RandomSpaces {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// A column: its type, and the values to draw from, as the JSON of a case.
  record Column(String type, List<String> pool) {}

  /// Every table has all of these, after its key `id`.
  static final Map<String, Column> COLUMNS = columns();

  private RandomSpaces() {}

  private static Map<String, Column> columns() {
    Map<String, Column> columns = new LinkedHashMap<>();
    columns.put(
        "i",
        new Column(
            "int64",
            List.of(
                "0",
                "1",
                "2",
                "-1",
                "7",
                "{\"$int\":\"9007199254740992\"}",
                "{\"$int\":\"9007199254740993\"}",
                "{\"$int\":\"-9223372036854775808\"}",
                "{\"$int\":\"9223372036854775807\"}")));
    columns.put("k", new Column("int16", List.of("0", "1", "2", "3", "-1")));
    columns.put(
        "u",
        new Column(
            "uint64",
            List.of(
                "0",
                "1",
                "{\"$int\":\"9223372036854775807\"}",
                "{\"$int\":\"9223372036854775808\"}",
                "{\"$int\":\"18446744073709551615\"}",
                "{\"$int\":\"9007199254740993\"}")));
    columns.put(
        "f",
        new Column(
            "float64",
            List.of(
                "0.0",
                "{\"$f64\":\"-0.0\"}",
                "1.0",
                "2.5",
                "{\"$f64\":\"nan\"}",
                "{\"$f64\":\"inf\"}",
                "{\"$f64\":\"-inf\"}",
                "9007199254740992.0",
                "9223372036854775807.0",
                "0.1",
                "-1.0")));
    columns.put(
        "h",
        new Column(
            "float32", List.of("0.0", "0.1", "1.0", "2.5", "{\"$f64\":\"nan\"}", "16777216.0")));
    columns.put("b", new Column("bool", List.of("true", "false")));
    columns.put(
        "s",
        new Column(
            "utf8",
            List.of(
                "\"\"",
                "\"a\"",
                "\"A\"",
                "\"ab\"",
                "\"é\"",
                "\"e\\u0301\"",
                "\"ﬀ\"",
                "\"\\ud83d\\ude00\"",
                "\"\\uffff\"",
                "\" a\"",
                "\"1\"",
                "\"İ\"")));
    columns.put(
        "d",
        new Column(
            "decimal(20,4)",
            List.of(
                "{\"$dec\":\"1.2000\"}",
                "{\"$dec\":\"0.1\"}",
                "{\"$dec\":\"1\"}",
                "{\"$dec\":\"0\"}",
                "{\"$dec\":\"-1\"}",
                "{\"$dec\":\"2.5\"}",
                "{\"$dec\":\"9007199254740993\"}")));
    columns.put(
        "e",
        new Column(
            "decimal(10,1)",
            List.of(
                "{\"$dec\":\"1.2\"}",
                "{\"$dec\":\"0.1\"}",
                "{\"$dec\":\"1.0\"}",
                "{\"$dec\":\"0\"}",
                "{\"$dec\":\"2.5\"}")));
    columns.put(
        "t",
        new Column(
            "timestamp(ns)",
            List.of(
                "{\"$ts\":\"2024-05-01T00:00:00.000000100\"}",
                "{\"$ts\":\"2024-05-01T00:00:00.000000101\"}",
                "{\"$ts\":\"2024-05-01T00:00:00\"}",
                "{\"$ts\":\"1969-12-31T23:59:59.999999999\"}")));
    columns.put(
        "v",
        new Column(
            "timestamp(s)",
            List.of(
                "{\"$ts\":\"2024-05-01T00:00:00\"}",
                "{\"$ts\":\"1969-12-31T23:59:59\"}",
                "{\"$ts\":\"0001-01-01T00:00:00\"}")));
    columns.put(
        "z",
        new Column(
            "timestamp(us,UTC)",
            List.of(
                "{\"$ts\":\"2024-05-01T00:00:00Z\"}",
                "{\"$ts\":\"2024-05-01T02:00:00+02:00\"}",
                "{\"$ts\":\"2024-05-01T00:00:00.000001Z\"}")));
    columns.put(
        "w",
        new Column(
            "date",
            List.of(
                "{\"$date\":\"2024-05-01\"}",
                "{\"$date\":\"1970-01-01\"}",
                "{\"$date\":\"2024-02-29\"}")));
    columns.put(
        "y",
        new Column(
            "binary",
            List.of(
                "{\"$bin\":\"\"}",
                "{\"$bin\":\"00\"}",
                "{\"$bin\":\"ff\"}",
                "{\"$bin\":\"00ff\"}")));
    columns.put(
        "c",
        new Column("utf8", List.of("\"a\"", "\"b\"", "\"ab\"", "\",\"", "\"Ab cd\"", "\"a,b\"")));
    columns.put(
        "q",
        new Column(
            "duration(us)",
            List.of(
                "{\"$dur\":\"PT0S\"}",
                "{\"$dur\":\"PT36H5M\"}",
                "{\"$dur\":\"-PT24H\"}",
                "{\"$dur\":\"PT0.000001S\"}")));
    columns.put(
        "l",
        new Column(
            "list<utf8>",
            List.of(
                "[]",
                "[\"a\"]",
                "[\"a\",\"b\",\"a\"]",
                "[\"b\",null]",
                "[\"é\",\"Ab\"]",
                "[\" a\",\"ab\"]")));
    columns.put(
        "m",
        new Column(
            "list<int64>",
            List.of(
                "[]", "[1,2]", "[3,1,1]", "[0,null]", "[{\"$int\":\"9223372036854775807\"},5]")));
    columns.put(
        "p",
        new Column(
            "struct<a:int64,city:utf8>",
            List.of(
                "{\"a\":1,\"city\":\"Ab\"}",
                "{\"a\":null,\"city\":\"é\"}",
                "{\"a\":7,\"city\":null}")));
    return columns;
  }

  /// A table of `rows` rows; about half of its columns have no NULL, so that conditions on them can
  /// be indexed.
  static ObjectNode table(Random random, int rows) {
    ObjectNode table = JSON.createObjectNode();
    ArrayNode schema = table.putArray("schema");
    schema.addArray().add("id").add("int64");
    COLUMNS.forEach((name, column) -> schema.addArray().add(name).add(column.type()));
    table.putArray("primary_key").add("id");
    ArrayNode data = table.putArray("rows");
    long seed = random.nextLong();
    for (int row = 0; row < rows; row++) {
      ArrayNode values = data.addArray().add(row);
      Random nulls = new Random(seed);
      COLUMNS.forEach(
          (_, column) -> {
            boolean nullable = nulls.nextBoolean();
            values.add(
                nullable && random.nextInt(4) == 0
                    ? JSON.nullNode()
                    : parse(draw(random, column.pool())));
          });
    }
    return table;
  }

  static <T> T draw(Random random, List<T> pool) {
    return pool.get(random.nextInt(pool.size()));
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
