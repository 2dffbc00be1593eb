package dev.dovetail.engine.testing;

import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// A table of boxed rows, split into batches of a given size.
public final class MemoryTable implements Table {
  private final Schema schema;
  private final List<VectorSchemaRoot> batches = new ArrayList<>();
  private final List<Long> firsts = new ArrayList<>();
  private long rowCount;

  public MemoryTable(Schema schema) {
    this.schema = schema;
  }

  /// A table of columns of single values.
  public static MemoryTable of(
      BufferAllocator allocator,
      List<String> names,
      List<Kind> kinds,
      List<List<Object>> rows,
      int batchRows) {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < names.size(); c++) {
      fields.add(new Field(names.get(c), FieldType.nullable(kinds.get(c).type()), List.of()));
    }
    MemoryTable table = new MemoryTable(new Schema(fields));
    for (int from = 0; from < rows.size(); from += batchRows) {
      List<List<Object>> part = rows.subList(from, Math.min(rows.size(), from + batchRows));
      table.add(
          allocator,
          part.size(),
          (vector, column) -> {
            for (int r = 0; r < part.size(); r++) {
              Kind.write(vector, r, part.get(r).get(column));
            }
          });
    }
    return table;
  }

  /// Adds a batch whose vectors the filler writes, by column index.
  public void add(BufferAllocator allocator, int rows, BiConsumer<FieldVector, Integer> filler) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    for (int c = 0; c < root.getFieldVectors().size(); c++) {
      FieldVector vector = root.getVector(c);
      vector.setInitialCapacity(rows);
      vector.allocateNew();
      filler.accept(vector, c);
      vector.setValueCount(rows);
    }
    root.setRowCount(rows);
    firsts.add(rowCount);
    batches.add(root);
    rowCount += rows;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public int batchCount() {
    return batches.size();
  }

  @Override
  public VectorSchemaRoot batch(int index) {
    return batches.get(index);
  }

  @Override
  public long firstRow(int index) {
    return firsts.get(index);
  }

  @Override
  public void close() {
    batches.forEach(VectorSchemaRoot::close);
  }
}
