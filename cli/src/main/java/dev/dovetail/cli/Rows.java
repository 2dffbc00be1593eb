package dev.dovetail.cli;

import dev.dovetail.spaces.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

/// The first rows of a table, aligned for people or as JSON lines for machines.
final class Rows {
  private Rows() {}

  static void print(Table table, int limit, boolean json, PrintWriter out) {
    TextTable text = new TextTable(table.schema().getFields().stream().map(Field::getName).toList());
    int left = limit;
    for (int b = 0; b < table.batchCount() && left > 0; b++) {
      VectorSchemaRoot batch = table.batch(b);
      for (int row = 0; row < batch.getRowCount() && left > 0; row++, left--) {
        if (json) {
          out.println(JsonRow.of(batch, row));
        } else {
          text.add(cells(batch, row));
        }
      }
    }
    if (!json) {
      out.print(text);
    }
    out.flush();
  }

  private static List<String> cells(VectorSchemaRoot batch, int row) {
    List<String> cells = new ArrayList<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      cells.add(vector.isNull(row) ? "" : JsonRow.text(vector, row));
    }
    return cells;
  }
}
