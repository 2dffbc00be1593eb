package dev.dovetail.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.files.JsonRows;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

/// The first rows of a table, aligned for people or as JSON lines for machines.
final class Rows {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Rows() {}

  static void print(Table table, int limit, boolean json, PrintWriter out) {
    List<String> rows = first(table, limit);
    if (json) {
      rows.forEach(out::println);
    } else {
      TextTable text =
          new TextTable(table.schema().getFields().stream().map(Field::getName).toList());
      rows.forEach(row -> text.add(cells(row)));
      out.print(text);
    }
    out.flush();
  }

  private static List<String> first(Table table, int limit) {
    List<String> rows = new ArrayList<>();
    for (int b = 0; b < table.batchCount() && rows.size() < limit; b++) {
      VectorSchemaRoot batch = table.batch(b);
      int wanted = Math.min(limit - rows.size(), batch.getRowCount());
      try (VectorSchemaRoot slice = batch.slice(0, wanted)) {
        rows.addAll(JsonRows.of(slice));
      }
    }
    return rows;
  }

  private static List<String> cells(String row) {
    try {
      List<String> cells = new ArrayList<>();
      for (JsonNode value : JSON.readTree(row)) {
        cells.add(value.isNull() ? "" : value.isTextual() ? value.textValue() : value.toString());
      }
      return cells;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // our own JSON
    }
  }
}
