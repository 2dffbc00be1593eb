package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.RowSelection;
import dev.dovetail.spaces.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

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
    List<FieldVector> vectors = new ArrayList<>();
    try {
      int count = to - from;
      List<Field> fields = schema.schema().getFields();
      RowSelection xRows = x.locate(Optional.empty(), rows.x, from, count);
      for (Field field : fields.subList(0, schema.xColumns())) {
        vectors.add(x.take(field, xRows, allocator));
      }
      int last = schema.xColumns() + schema.yColumns().size();
      if (!schema.yColumns().isEmpty()) {
        Optional<short[]> inputs = severalInputs ? Optional.of(rows.input) : Optional.empty();
        RowSelection yRows = ys.locate(inputs, rows.y, from, count);
        for (int i = 0; i < schema.yColumns().size(); i++) {
          FieldVector target = fields.get(schema.xColumns() + i).createVector(allocator);
          vectors.add(target);
          ys.copy(schema.yColumns().get(i), yRows, target);
        }
      }
      if (last < fields.size()) {
        FieldVector target = fields.get(last).createVector(allocator);
        vectors.add(target);
        switch (target) {
          case BigIntVector degrees -> writeDegrees(rows, from, count, degrees);
          case VarCharVector spaces -> writeSpaces(rows, from, count, spaces);
          default -> throw new IllegalStateException("no column " + target.getName());
        }
      }
      return new VectorSchemaRoot(schema.schema(), vectors, count);
    } catch (RuntimeException | Error e) {
      vectors.forEach(FieldVector::close);
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
