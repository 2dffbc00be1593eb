package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.VectorOverflow;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.RowsOfKey;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.shape.MatchesSchema.Side;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/// The matches list of a relation: each X row with the complete Y rows that match it, written in X
/// arrival order. The sink is the caller's to finish.
public final class MatchesShape extends RowShape {
  private static final int BATCH_ROWS = 16_384;
  private static final int BATCH_ENTRIES = 1 << 20;

  private final KeyedRows x;
  private final List<KeyedRows> ys;
  private final RowsOfKey[] yRows;
  private final EntryWriter writer;
  private final OrderedBatches batches;
  private final long batchBytes;
  private PendingRows pending;
  private long rowsWritten;

  /// One Y input.
  public record Part(KeyedRows rows, Table table) {}

  public MatchesShape(
      KeyedRows x,
      Table xTable,
      List<Part> ys,
      Duplicates duplicates,
      BatchSink sink,
      Execution execution) {
    super(x, ys.size(), duplicates);
    this.x = x;
    this.ys = ys.stream().map(Part::rows).toList();
    this.yRows = ys.stream().map(part -> part.rows().rowsOfKeys()).toArray(RowsOfKey[]::new);
    Schema schema =
        MatchesSchema.of(
            new Side(x.space(), xTable.schema()),
            ys.stream().map(y -> new Side(y.rows().space(), y.table().schema())).toList());
    this.writer = new EntryWriter(schema, xTable, ys, execution.allocator());
    this.batches = new OrderedBatches(sink, execution);
    this.batchBytes = batches.batchBytes();
    this.pending = new PendingRows(ys.size());
  }

  /// The output schema; refuses what the constructor would (E105, E110), before anything is read.
  public static Schema schema(Side x, List<Side> ys) {
    return MatchesSchema.of(x, ys);
  }

  /// Begins an output row; hands on what is due first.
  @Override
  void begin(int row) {
    if (pending.rows() == BATCH_ROWS
        || pending.entries() >= BATCH_ENTRIES
        || writer.bytes(pending.rows(), pending.entries()) > batchBytes) {
      handOn();
    }
    pending.begin(row);
  }

  @Override
  void matches(int input, int[] positions, int from, int to) {
    try {
      addEntries(input, positions, from, to);
    } catch (VectorOverflow e) {
      throw tooMany(pending.row(pending.rows() - 1));
    }
  }

  private void addEntries(int input, int[] positions, int from, int to) {
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

  @Override
  void end() {}

  private void handOn() {
    PendingRows due = pending;
    pending = new PendingRows(ys.size());
    rowsWritten += due.rows();
    batches.add(
        due.rows(), (from, to) -> writer.batch(due, from, to), row -> tooMany(due.row(row)));
  }

  @Override
  public void complete() {
    if (pending.rows() > 0) {
      handOn();
    }
    batches.flush();
  }

  @Override
  public long rowsWritten() {
    return rowsWritten;
  }

  @Override
  public void close() {
    batches.close();
  }

  private DovetailException tooMany(long row) {
    return new DovetailException(
        ErrorCode.E404,
        "the matches of one row of '" + x.space() + "' are too many to list",
        "row " + (row + 1),
        "One list holds 2 GB of text and some 2,147,000,000 entries; make the condition stricter.");
  }
}
