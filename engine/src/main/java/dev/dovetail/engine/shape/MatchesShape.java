package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.VectorOverflow;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.join.RowsOfKey;
import dev.dovetail.engine.memory.MemoryBudget;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.shape.MatchesSchema.Side;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// The matches list of a relation: each X row with the complete Y rows that match it, written in X
/// arrival order.
///
/// X rows follow their keys' matches: a row is written once the matches of its key are known. The
/// matches of a key that further rows carry are kept until the last of them is written. The sink is
/// the caller's to finish.
public final class MatchesShape implements MatchConsumer {
  private static final int BATCH_ROWS = 16_384;
  private static final int BATCH_ENTRIES = 1 << 20;
  private static final long BATCH_BYTES = 16L << 20;

  private final KeyedRows x;
  private final RowsOfKey xRows;
  private final List<KeyedRows> ys;
  private final RowsOfKey[] yRows;
  private final boolean expand;
  private final BatchSink sink;
  private final RunControl control;
  private final EntryWriter writer;
  private final PendingRows pending;

  /// Matches of keys that rows to come carry, by position: per Y input.
  private final Map<Integer, int[][]> kept = new HashMap<>();

  private long nextRow;
  private long rowsWritten;

  /// One Y input.
  public record Part(KeyedRows rows, Table table) {}

  public MatchesShape(
      KeyedRows x,
      Table xTable,
      List<Part> ys,
      Duplicates duplicates,
      BatchSink sink,
      BufferAllocator allocator,
      RunControl control) {
    this.x = x;
    this.xRows = x.rowsOfKeys();
    this.ys = ys.stream().map(Part::rows).toList();
    this.yRows = ys.stream().map(part -> part.rows().rowsOfKeys()).toArray(RowsOfKey[]::new);
    this.expand = duplicates == Duplicates.EXPAND && !x.unique();
    this.sink = sink;
    this.control = control;
    Schema schema =
        MatchesSchema.of(
            new Side(x.space(), xTable.schema()),
            ys.stream().map(y -> new Side(y.rows().space(), y.table().schema())).toList());
    this.writer = new EntryWriter(schema, xTable, ys, allocator);
    this.pending = new PendingRows(ys.size());
  }

  /// The output schema; refuses what the constructor would (E105, E110), before anything is read.
  public static Schema schema(Side x, List<Side> ys) {
    return MatchesSchema.of(x, ys);
  }

  @Override
  public void accept(int firstX, int count, List<MatchBatch> perY) {
    if (!expand) {
      for (int k = 0; k < count; k++) {
        begin(x.firstRow(firstX + k));
        for (int i = 0; i < ys.size(); i++) {
          MatchBatch batch = perY.get(i);
          addEntries(i, batch.y(), batch.offsets()[k], batch.offsets()[k + 1]);
        }
      }
      return;
    }
    keepRepeated(firstX, count, perY);
    int endX = firstX + count;
    for (; nextRow < x.rowCount(); nextRow++) {
      int position = x.positionOf(nextRow);
      if (position >= endX) {
        break;
      }
      begin(nextRow);
      addRow(position, firstX, perY);
    }
  }

  private void keepRepeated(int firstX, int count, List<MatchBatch> perY) {
    for (int k = 0; k < count; k++) {
      if (xRows.count(firstX + k) > 1) {
        int[][] matches = new int[ys.size()][];
        for (int i = 0; i < matches.length; i++) {
          MatchBatch batch = perY.get(i);
          matches[i] = Arrays.copyOfRange(batch.y(), batch.offsets()[k], batch.offsets()[k + 1]);
        }
        kept.put(firstX + k, matches);
      }
    }
  }

  private void addRow(int position, int firstX, List<MatchBatch> perY) {
    int[][] matches = kept.get(position);
    for (int i = 0; i < ys.size(); i++) {
      if (matches == null) {
        MatchBatch batch = perY.get(i);
        int k = position - firstX;
        addEntries(i, batch.y(), batch.offsets()[k], batch.offsets()[k + 1]);
      } else {
        addEntries(i, matches[i], 0, matches[i].length);
      }
    }
    if (matches != null && xRows.row(position, xRows.count(position) - 1) == nextRow) {
      kept.remove(position);
    }
  }

  /// Begins an output row; writes what is due first.
  private void begin(long row) {
    if (pending.rows() == BATCH_ROWS
        || pending.entries() >= BATCH_ENTRIES
        || writer.bytes(pending.rows(), pending.entries()) > BATCH_BYTES) {
      flush();
    }
    pending.begin(row);
  }

  private void addEntries(int input, int[] positions, int from, int to) {
    try {
      gatherEntries(input, positions, from, to);
    } catch (VectorOverflow e) {
      throw tooMany(pending.row(pending.rows() - 1));
    }
  }

  private void gatherEntries(int input, int[] positions, int from, int to) {
    if (ys.get(input).unique()) {
      pending.addEntries(input, positions, from, to);
      return;
    }
    int start = pending.entries();
    RowsOfKey rows = yRows[input];
    for (int m = from; m < to; m++) {
      int count = rows.count(positions[m]);
      for (int r = 0; r < count; r++) {
        pending.addEntry(input, rows.row(positions[m], r));
      }
    }
    // rows of several keys interleave
    pending.sortFrom(start);
  }

  /// Writes what is not written yet; to be called when the relation is complete.
  public void flush() {
    if (pending.rows() > 0) {
      write(0, pending.rows());
      rowsWritten += pending.rows();
      pending.clear();
    }
  }

  public long rowsWritten() {
    return rowsWritten;
  }

  private void write(int from, int to) {
    control.check();
    try (VectorSchemaRoot root =
        MemoryBudget.within("while writing matches", () -> writer.batch(pending, from, to))) {
      sink.write(root);
    } catch (VectorOverflow e) {
      if (to - from == 1) {
        throw tooMany(pending.row(from));
      }
      int middle = (from + to) >>> 1;
      write(from, middle);
      write(middle, to);
    }
  }

  private DovetailException tooMany(long row) {
    return new DovetailException(
        ErrorCode.E404,
        "the matches of one row of '" + x.space() + "' are too many to list",
        "row " + (row + 1),
        "One list holds 2 GB of text and some 2,147,000,000 entries; make the condition stricter.");
  }
}
