package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.RowSelection;
import dev.dovetail.spaces.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Builds record batches of flat rows. Thread-safe.
final class FlatWriter {
  private final FlatSchema schema;
  private final TableRows x;
  private final TableRows ys;
  private final boolean severalInputs;
  private final BufferAllocator allocator;
  private final List<byte[]> names;

  FlatWriter(FlatSchema schema, Table x, List<MatchesShape.Part> ys, BufferAllocator allocator) {
    this.schema = schema;
    this.x = new TableRows(List.of(x));
    this.ys = new TableRows(ys.stream().map(MatchesShape.Part::table).toList());
    this.severalInputs = ys.size() > 1;
    this.allocator = allocator;
    this.names = ys.stream().map(y -> y.rows().space().getBytes(StandardCharsets.UTF_8)).toList();
  }

  /// About how many bytes a row takes.
  double bytesPerRow() {
    return x.bytesPerRow() + (schema.yColumns().isEmpty() ? 0 : ys.bytesPerRow());
  }

  /// The rows from `from` to `to`; the caller closes the batch.
  VectorSchemaRoot batch(FlatRows rows, int from, int to) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema.schema(), allocator);
    try {
      int count = to - from;
      List<FieldVector> targets = root.getFieldVectors();
      RowSelection xRows = x.locate(Optional.empty(), rows.x, from, count);
      for (FieldVector target : targets.subList(0, schema.xColumns())) {
        x.copy(target.getName(), xRows, target);
      }
      int next = schema.xColumns();
      if (!schema.yColumns().isEmpty()) {
        Optional<short[]> inputs = severalInputs ? Optional.of(rows.input) : Optional.empty();
        RowSelection yRows = ys.locate(inputs, rows.y, from, count);
        for (String column : schema.yColumns()) {
          ys.copy(column, yRows, targets.get(next++));
        }
      }
      if (next < targets.size()) {
        switch (targets.get(next)) {
          case BigIntVector degrees -> writeDegrees(rows, from, count, degrees);
          case VarCharVector spaces -> writeSpaces(rows, from, count, spaces);
          default -> throw new IllegalStateException("no column " + targets.get(next).getName());
        }
      }
      root.setRowCount(count);
      return root;
    } catch (RuntimeException | Error e) {
      root.close();
      throw e;
    }
  }

  private static void writeDegrees(FlatRows rows, int from, int count, BigIntVector target) {
    target.allocateNew(count);
    for (int i = 0; i < count; i++) {
      target.set(i, rows.y[from + i]);
    }
    target.setValueCount(count);
  }

  private void writeSpaces(FlatRows rows, int from, int count, VarCharVector target) {
    long longest = names.stream().mapToInt(name -> name.length).max().orElse(0);
    target.allocateNew(longest * count, count);
    for (int i = 0; i < count; i++) {
      if (rows.y[from + i] != FlatRows.NONE) {
        target.setSafe(i, names.get(rows.input[from + i]));
      }
    }
    target.setValueCount(count);
  }
}
