package dev.dovetail.spaces.segment;

import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Gathers single rows into batches.
///
/// Arrow's own copy of nested values goes through its readers and writers, which do not know every
/// type; this one copies leaves as bytes.
public final class RowCollector implements AutoCloseable {
  private static final int BATCH_ROWS = 4096;

  private final Schema schema;
  private final BufferAllocator allocator;
  private final Consumer<VectorSchemaRoot> out;
  private @Nullable VectorSchemaRoot filling;
  private int filled;

  /// Begins without rows.
  ///
  /// @param out is lent each batch; it keeps a copy
  public RowCollector(Schema schema, BufferAllocator allocator, Consumer<VectorSchemaRoot> out) {
    this.schema = schema;
    this.allocator = allocator;
    this.out = out;
  }

  /// Copies a row whose columns have the types of the schema.
  public void add(KeyedRows rows, long position) {
    VectorSchemaRoot to = filling;
    if (to == null) {
      to = VectorSchemaRoot.create(schema, allocator);
      to.allocateNew();
      filling = to;
    }
    VectorSchemaRoot from = rows.batchOf(position);
    int row = rows.rowOf(position);
    for (int column = 0; column < to.getFieldVectors().size(); column++) {
      copy(from.getVector(column), row, to.getVector(column), filled);
    }
    filled++;
    if (filled == BATCH_ROWS) {
      flush();
    }
  }

  /// Sends on what has gathered.
  public void flush() {
    if (filling != null) {
      filling.setRowCount(filled);
      out.accept(filling);
      close();
    }
  }

  @Override
  public void close() {
    if (filling != null) {
      filling.close();
      filling = null;
      filled = 0;
    }
  }

  private static void copy(FieldVector from, int row, FieldVector to, int at) {
    switch (to) {
      case BaseFixedWidthVector fixed -> fixed.copyFromSafe(row, at, from);
      case BaseVariableWidthVector text -> text.copyFromSafe(row, at, from);
      case ListVector list -> copyList((ListVector) from, row, list, at);
      case StructVector struct -> copyStruct((StructVector) from, row, struct, at);
      default -> throw new IllegalArgumentException(to.getField() + " is no canonical column");
    }
  }

  private static void copyList(ListVector from, int row, ListVector to, int at) {
    if (from.isNull(row)) {
      to.setNull(at);
      return;
    }
    int start = from.getElementStartIndex(row);
    int length = from.getElementEndIndex(row) - start;
    int target = to.startNewValue(at);
    for (int i = 0; i < length; i++) {
      copy(from.getDataVector(), start + i, to.getDataVector(), target + i);
    }
    to.endValue(at, length);
  }

  /// The fields of a NULL struct are copied too: every child has a value for each row.
  private static void copyStruct(StructVector from, int row, StructVector to, int at) {
    if (from.isNull(row)) {
      to.setNull(at);
    } else {
      to.setIndexDefined(at);
    }
    for (int child = 0; child < to.size(); child++) {
      copy(
          (FieldVector) from.getChildByOrdinal(child),
          row,
          (FieldVector) to.getChildByOrdinal(child),
          at);
    }
  }
}
