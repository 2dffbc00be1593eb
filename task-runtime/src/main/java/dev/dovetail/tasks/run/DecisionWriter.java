package dev.dovetail.tasks.run;

import dev.dovetail.engine.column.RowAddress;
import dev.dovetail.engine.column.VectorGather;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.sessions.DecisionSink;
import dev.dovetail.spaces.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Writes a match relation as decisions: X order, then the Y inputs' order, then Y order; in
/// batches of one size, so that the file's bytes do not depend on how the driver cut its work.
final class DecisionWriter implements MatchConsumer {
  private static final int BATCH = 16_384;
  private static final int NONE = -1;

  private final List<String> key;
  private final KeyedRows x;
  private final Table xTable;
  private final List<KeyedRows> ys;
  private final List<Table> yTables;
  private final DecisionSink sink;
  private final BufferAllocator allocator;
  private final List<byte[]> names;
  private final int[] xs = new int[BATCH];
  private final int[] inputs = new int[BATCH];
  private final int[] yPositions = new int[BATCH];
  private int size;

  DecisionWriter(
      List<String> key,
      KeyedRows x,
      Table xTable,
      List<KeyedRows> ys,
      List<Table> yTables,
      DecisionSink sink,
      BufferAllocator allocator) {
    this.key = key;
    this.x = x;
    this.xTable = xTable;
    this.ys = ys;
    this.yTables = yTables;
    this.sink = sink;
    this.allocator = allocator;
    this.names = ys.stream().map(y -> y.space().getBytes(StandardCharsets.UTF_8)).toList();
  }

  /// The schema of the decisions of a join with this key.
  static Schema schema(List<String> key, Schema x, Schema y) {
    return DecisionSink.schema(fields(key, x), fields(key, y));
  }

  private static List<Field> fields(List<String> key, Schema schema) {
    return key.stream().map(schema::findField).toList();
  }

  @Override
  public void accept(int firstX, int count, List<MatchBatch> perY) {
    for (int k = 0; k < count; k++) {
      boolean matched = false;
      for (int i = 0; i < perY.size(); i++) {
        MatchBatch batch = perY.get(i);
        for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
          add(firstX + k, i, batch.y()[m]);
          matched = true;
        }
      }
      if (!matched) {
        add(firstX + k, NONE, NONE);
      }
    }
  }

  private void add(int xPosition, int input, int yPosition) {
    if (size == BATCH) {
      flush();
    }
    xs[size] = xPosition;
    inputs[size] = input;
    yPositions[size++] = yPosition;
  }

  /// Writes what is not written yet; to be called when the relation is complete.
  void flush() {
    if (size == 0) {
      return;
    }
    Schema schema = schema(key, xTable.schema(), yTables.getFirst().schema());
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      gatherX(root);
      gatherY(root);
      writeNames((VarCharVector) root.getVector(2 * key.size()));
      root.setRowCount(size);
      sink.write(root);
    }
    size = 0;
  }

  private void gatherX(VectorSchemaRoot root) {
    int[] part = new int[size];
    int[] row = new int[size];
    RowAddress address = new RowAddress(xTable);
    for (int i = 0; i < size; i++) {
      long first = x.firstRow(xs[i]);
      part[i] = address.batch(first);
      row[i] = address.inBatch(part[i], first);
    }
    for (int c = 0; c < key.size(); c++) {
      VectorGather.gather(vectors(List.of(xTable), key.get(c)), part, row, size, root.getVector(c));
    }
  }

  private void gatherY(VectorSchemaRoot root) {
    int[] part = new int[size];
    int[] row = new int[size];
    List<RowAddress> addresses = yTables.stream().map(RowAddress::new).toList();
    int[] firstPart = new int[yTables.size() + 1];
    for (int i = 0; i < yTables.size(); i++) {
      firstPart[i + 1] = firstPart[i] + yTables.get(i).batchCount();
    }
    for (int i = 0; i < size; i++) {
      int input = inputs[i];
      if (input == NONE) {
        part[i] = NONE;
        continue;
      }
      long first = ys.get(input).firstRow(yPositions[i]);
      int batch = addresses.get(input).batch(first);
      part[i] = firstPart[input] + batch;
      row[i] = addresses.get(input).inBatch(batch, first);
    }
    for (int c = 0; c < key.size(); c++) {
      VectorGather.gather(
          vectors(yTables, key.get(c)), part, row, size, root.getVector(key.size() + c));
    }
  }

  private void writeNames(VarCharVector target) {
    target.allocateNew(size);
    for (int i = 0; i < size; i++) {
      if (inputs[i] != NONE) {
        target.setSafe(i, names.get(inputs[i]));
      }
    }
    target.setValueCount(size);
  }

  private static @Nullable FieldVector[] vectors(List<Table> tables, String column) {
    List<FieldVector> vectors = new ArrayList<>();
    for (Table table : tables) {
      for (int b = 0; b < table.batchCount(); b++) {
        vectors.add(table.batch(b).getVector(column));
      }
    }
    return vectors.toArray(FieldVector[]::new);
  }
}
