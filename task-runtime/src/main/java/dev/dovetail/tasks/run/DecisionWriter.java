package dev.dovetail.tasks.run;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.shape.OrderedBatches;
import dev.dovetail.engine.shape.TableRows;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.sessions.DecisionSink;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes a match relation as decisions: X order, then the Y inputs' order, then Y order; in
/// batches of one size, so that the file's bytes do not depend on how the driver cut its work.
final class DecisionWriter implements MatchConsumer, AutoCloseable {
  private static final int BATCH = 16_384;
  private static final int NONE = -1;

  private final List<String> key;
  private final KeyedRows x;
  private final List<KeyedRows> ys;
  private final TableRows xRows;
  private final TableRows yRows;
  private final Schema schema;
  private final BufferAllocator allocator;
  private final List<byte[]> names;
  private final OrderedBatches batches;
  private Decisions pending = new Decisions();

  /// Decisions that wait to be written: rows by number, the Y row -1 where X matches nothing.
  private static final class Decisions {
    final int[] x = new int[BATCH];
    final short[] input = new short[BATCH];
    final int[] y = new int[BATCH];
    int count;
  }

  DecisionWriter(
      List<String> key,
      KeyedRows x,
      Table xTable,
      List<KeyedRows> ys,
      List<Table> yTables,
      DecisionSink sink,
      Execution execution) {
    this.key = key;
    this.x = x;
    this.ys = ys;
    this.xRows = new TableRows(List.of(xTable));
    this.yRows = new TableRows(yTables);
    this.schema = schema(key, xTable.schema(), yTables.getFirst().schema());
    this.allocator = execution.allocator();
    this.names = ys.stream().map(y -> y.space().getBytes(StandardCharsets.UTF_8)).toList();
    this.batches = new OrderedBatches(into(sink), execution);
  }

  private static BatchSink into(DecisionSink sink) {
    return new BatchSink() {
      @Override
      public void write(VectorSchemaRoot batch) {
        sink.write(batch);
      }

      @Override
      public void finish() {
        throw new IllegalStateException("decisions are finished with their session");
      }

      @Override
      public void close() {
        // the run closes what it has opened
      }
    };
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
      int row = (int) x.firstRow(firstX + k);
      boolean matched = false;
      for (int i = 0; i < perY.size(); i++) {
        MatchBatch batch = perY.get(i);
        for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
          add(row, i, (int) ys.get(i).firstRow(batch.y()[m]));
          matched = true;
        }
      }
      if (!matched) {
        add(row, 0, NONE);
      }
    }
  }

  private void add(int xRow, int input, int yRow) {
    if (pending.count == BATCH) {
      handOn();
    }
    pending.x[pending.count] = xRow;
    pending.input[pending.count] = (short) input;
    pending.y[pending.count++] = yRow;
  }

  private void handOn() {
    Decisions due = pending;
    pending = new Decisions();
    batches.add(due.count, (from, to) -> batch(due, from, to), DecisionWriter::tooLarge);
  }

  private static DovetailException tooLarge(int row) {
    return new DovetailException(
        ErrorCode.E404,
        "a primary key does not fit a record batch",
        "row " + row + " of the decisions",
        "One value holds 2 GB at most.");
  }

  /// Writes what is not written yet; to be called when the relation is complete.
  void complete() {
    if (pending.count > 0) {
      handOn();
    }
    batches.flush();
  }

  @Override
  public void close() {
    batches.close();
  }

  private VectorSchemaRoot batch(Decisions due, int from, int to) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    try {
      int count = to - from;
      var located = xRows.locate(Optional.empty(), due.x, from, count);
      for (int c = 0; c < key.size(); c++) {
        xRows.copy(key.get(c), located, root.getVector(c));
      }
      located = yRows.locate(Optional.of(due.input), due.y, from, count);
      for (int c = 0; c < key.size(); c++) {
        yRows.copy(key.get(c), located, root.getVector(key.size() + c));
      }
      writeNames(due, from, count, (VarCharVector) root.getVector(2 * key.size()));
      root.setRowCount(count);
      return root;
    } catch (RuntimeException | Error e) {
      root.close();
      throw e;
    }
  }

  private void writeNames(Decisions due, int from, int count, VarCharVector target) {
    target.allocateNew(count);
    for (int i = 0; i < count; i++) {
      if (due.y[from + i] != NONE) {
        target.setSafe(i, names.get(due.input[from + i]));
      }
    }
    target.setValueCount(count);
  }
}
