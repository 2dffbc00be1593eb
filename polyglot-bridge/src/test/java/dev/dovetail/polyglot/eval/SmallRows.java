package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.join.ConditionRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// Rows of a few columns, for tests of what evaluates conditions. The first column is the key.
final class SmallRows implements ConditionRows, AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final VectorSchemaRoot root;

  private SmallRows(int count, List<Field> fields) {
    root = VectorSchemaRoot.create(new Schema(fields), allocator);
    root.allocateNew();
    root.setRowCount(count);
  }

  static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  static final ArrowType INT64 = new ArrowType.Int(64, true);
  static final ArrowType TEXT = new ArrowType.Utf8();

  /// Ids 0 to count - 1 in `id`, and further columns that `fill` sets.
  static SmallRows of(int count, Consumer<VectorSchemaRoot> fill, Field... more) {
    List<Field> fields = new ArrayList<>();
    fields.add(field("id", INT64));
    fields.addAll(List.of(more));
    SmallRows rows = new SmallRows(count, fields);
    BigIntVector ids = (BigIntVector) rows.root.getVector("id");
    for (int i = 0; i < count; i++) {
      ids.setSafe(i, i);
    }
    fill.accept(rows.root);
    rows.root.setRowCount(count);
    return rows;
  }

  static SmallRows ids(int count) {
    return of(count, _ -> {});
  }

  static SmallRows longs(String name, Long... values) {
    return of(
        values.length,
        root -> {
          BigIntVector vector = (BigIntVector) root.getVector(name);
          for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
              vector.setNull(i);
            } else {
              vector.setSafe(i, values[i]);
            }
          }
        },
        field(name, INT64));
  }

  static SmallRows texts(String name, String... values) {
    return of(
        values.length,
        root -> {
          VarCharVector vector = (VarCharVector) root.getVector(name);
          for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
              vector.setNull(i);
            } else {
              vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
            }
          }
        },
        field(name, TEXT));
  }

  @Override
  public Schema schema() {
    return root.getSchema();
  }

  @Override
  public int count() {
    return root.getRowCount();
  }

  @Override
  public VectorSchemaRoot gather(int[] positions, int from, int to, BufferAllocator target) {
    VectorSchemaRoot copy = VectorSchemaRoot.create(root.getSchema(), target);
    copy.allocateNew();
    for (int c = 0; c < root.getFieldVectors().size(); c++) {
      FieldVector source = root.getVector(c);
      for (int i = from; i < to; i++) {
        copy.getVector(c).copyFromSafe(positions[i], i - from, source);
      }
    }
    copy.setRowCount(to - from);
    return copy;
  }

  @Override
  public String keyText(int position) {
    return String.valueOf(root.getVector(0).getObject(position));
  }

  @Override
  public void close() {
    root.close();
    allocator.close();
  }
}
