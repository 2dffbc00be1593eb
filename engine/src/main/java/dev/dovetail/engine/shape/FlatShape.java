package dev.dovetail.engine.shape;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.RowsOfKey;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.shape.MatchesSchema.Side;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/// A relation as rows without lists: every shape but [JoinShape#MATCHES]. Rows come in X order,
/// then Y order; where the shape keeps Y rows without a match, they follow at the end, in theirs.
/// The sink is the caller's to finish.
public final class FlatShape extends RowShape {
  private static final int MOST_ROWS = 16_384;

  private final JoinShape shape;
  private final List<KeyedRows> ys;
  private final RowsOfKey[] yRows;
  private final boolean[] unique;
  private final BitSet[] matched;
  private final FlatWriter writer;
  private final OrderedBatches batches;
  private final int batchRows;
  private FlatRows pending;
  private long rowsWritten;

  private int row;
  private int bestInput;
  private int best;
  private long degree;
  private int[] several = new int[16];

  /// Begins a shape.
  ///
  /// @param shape any but [JoinShape#MATCHES]; for [JoinShape#AS_OF] the plan keeps the latest
  ///   match
  /// @throws DovetailException what [#schema] throws
  public FlatShape(
      JoinShape shape,
      KeyedRows x,
      Table xTable,
      List<MatchesShape.Part> ys,
      Duplicates duplicates,
      BatchSink sink,
      Execution execution) {
    super(x, ys.size(), duplicates);
    this.shape = shape;
    this.ys = ys.stream().map(MatchesShape.Part::rows).toList();
    this.yRows = ys.stream().map(part -> part.rows().rowsOfKeys()).toArray(RowsOfKey[]::new);
    this.unique = new boolean[ys.size()];
    for (int i = 0; i < unique.length; i++) {
      unique[i] = ys.get(i).rows().unique();
    }
    this.matched = ys.stream().map(_ -> new BitSet()).toArray(BitSet[]::new);
    FlatSchema schema =
        FlatSchema.of(
            shape,
            new Side(x.space(), xTable.schema()),
            ys.stream().map(y -> new Side(y.rows().space(), y.table().schema())).toList());
    this.writer = new FlatWriter(schema, xTable, ys, execution.allocator());
    this.batches = new OrderedBatches(sink, execution);
    this.batchRows =
        (int) Math.clamp(batches.batchBytes() / Math.max(1, writer.bytesPerRow()), 1, MOST_ROWS);
    this.pending = new FlatRows(batchRows);
  }

  /// The output schema.
  ///
  /// @throws DovetailException E105 if a column has two types among the Y inputs, E110 if a
  ///   column's name is taken
  public static Schema schema(JoinShape shape, Side x, List<Side> ys) {
    return FlatSchema.of(shape, x, ys).schema();
  }

  @Override
  void begin(int next) {
    row = next;
    best = FlatRows.NONE;
    degree = 0;
  }

  @Override
  void matches(int input, int[] positions, int from, int to) {
    if (shape.keepsY()) {
      for (int m = from; m < to; m++) {
        matched[input].set(positions[m]);
      }
    }
    switch (shape) {
      case INNER, LEFT, RIGHT, FULL -> addAll(input, positions, from, to);
      case FIRST -> {
        if (best == FlatRows.NONE && to > from) {
          bestInput = input;
          best = yRows[input].row(positions[from], 0);
        }
      }
      case AS_OF -> {
        // the relation has the latest match only
        if (to > from) {
          bestInput = input;
          best = yRows[input].row(positions[from], yRows[input].count(positions[from]) - 1);
        }
      }
      case SEMI, ANTI, DEGREES -> {
        for (int m = from; m < to; m++) {
          degree += yRows[input].count(positions[m]);
        }
      }
      case MATCHES -> throw new IllegalStateException("matches are no flat rows");
    }
  }

  private void addAll(int input, int[] positions, int from, int to) {
    degree += to - from;
    if (unique[input]) {
      for (int m = from; m < to; m++) {
        add(row, input, positions[m]);
      }
      return;
    }
    int count = 0;
    RowsOfKey rows = yRows[input];
    for (int m = from; m < to; m++) {
      int ofKey = rows.count(positions[m]);
      if (count + (long) ofKey > several.length) {
        several = Arrays.copyOf(several, Math.addExact(count + ofKey, count));
      }
      for (int r = 0; r < ofKey; r++) {
        several[count++] = rows.row(positions[m], r);
      }
    }
    if (to - from > 1) {
      // rows of several keys interleave
      Arrays.sort(several, 0, count);
    }
    for (int i = 0; i < count; i++) {
      add(row, input, several[i]);
    }
  }

  @Override
  void end() {
    switch (shape) {
      case FIRST, AS_OF -> add(row, bestInput, best);
      case SEMI -> {
        if (degree > 0) {
          add(row, 0, FlatRows.NONE);
        }
      }
      case ANTI -> {
        if (degree == 0) {
          add(row, 0, FlatRows.NONE);
        }
      }
      case DEGREES -> add(row, 0, Math.toIntExact(degree));
      case INNER, LEFT, RIGHT, FULL -> {
        if (degree == 0 && shape.keepsX()) {
          add(row, 0, FlatRows.NONE);
        }
      }
      case MATCHES -> throw new IllegalStateException("matches are no flat rows");
    }
  }

  private void add(int xRow, int input, int yRow) {
    if (pending.isFull()) {
      handOn();
    }
    pending.add(xRow, input, yRow);
  }

  private void handOn() {
    FlatRows due = pending;
    pending = new FlatRows(batchRows);
    rowsWritten += due.count();
    batches.add(
        due.count(), (from, to) -> writer.batch(due, from, to), row -> tooLarge(due.x[row]));
  }

  private static DovetailException tooLarge(int row) {
    return new DovetailException(
        ErrorCode.E404,
        "a row of the output does not fit a record batch",
        "row " + (row + 1L) + " of X",
        "One value holds 2 GB at most.");
  }

  @Override
  public void complete() {
    if (shape.keepsY()) {
      for (int i = 0; i < ys.size(); i++) {
        KeyedRows y = ys.get(i);
        for (int yRow = 0; yRow < y.rowCount(); yRow++) {
          if (!matched[i].get(y.positionOf(yRow))) {
            add(FlatRows.NONE, i, yRow);
          }
        }
      }
    }
    if (pending.count() > 0) {
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
}
