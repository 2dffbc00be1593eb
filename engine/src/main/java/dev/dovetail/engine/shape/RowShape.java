package dev.dovetail.engine.shape;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.memory.IntArray;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A shape that goes by rows of X in arrival order. A row is due once the matches of its key are
/// known; the matches of a key that further rows carry are kept until the last of them is done.
///
/// To be [completed][#complete] when the relation is.
public abstract class RowShape implements MatchConsumer, AutoCloseable {
  private final KeyedRows x;

  /// How many rows of X carry each key; empty where only the first of each is due.
  private final Optional<IntArray> rowCounts;

  private final int inputs;

  private final KeptMatches kept;
  private final int[] single = new int[1];

  private final int rowCount;
  private int nextRow;

  RowShape(KeyedRows x, int inputs, Duplicates duplicates) {
    this.x = x;
    this.rowCount = (int) x.rowCount();
    this.inputs = inputs;
    this.kept = new KeptMatches(x.count());
    this.rowCounts = duplicates == Duplicates.EXPAND ? x.rowCounts() : Optional.empty();
  }

  /// Begins the next row of X.
  abstract void begin(int row);

  /// Matches of the row with one Y input: positions, ascending. Called once for every input, in
  /// their order.
  abstract void matches(int input, int[] positions, int from, int to);

  /// All matches of the row are known.
  abstract void end();

  /// Writes what is not written yet; to be called once, when the relation is complete.
  public abstract void complete();

  /// Rows written so far.
  public abstract long rowsWritten();

  /// Drops what is not written.
  @Override
  public abstract void close();

  @Override
  public final void accept(int firstX, int count, List<MatchBatch> perY) {
    if (rowCounts.isEmpty()) {
      for (int k = 0; k < count; k++) {
        row((int) x.firstRow(firstX + k), k, perY);
      }
      return;
    }
    keepRepeated(rowCounts.get(), firstX, count, perY);
    int endX = firstX + count;
    for (; nextRow < rowCount; nextRow++) {
      int position = x.positionOf(nextRow);
      if (position >= endX) {
        break;
      }
      int one = kept.one(position);
      switch (one) {
        case KeptMatches.NOT_KEPT -> row(nextRow, position - firstX, perY);
        case KeptMatches.SEVERAL -> row(nextRow, position, kept.several(position));
        default -> row(nextRow, one);
      }
    }
  }

  private void row(int row, int k, List<MatchBatch> perY) {
    begin(row);
    for (int i = 0; i < inputs; i++) {
      MatchBatch batch = perY.get(i);
      matches(i, batch.y(), batch.offsets()[k], batch.offsets()[k + 1]);
    }
    end();
  }

  private void row(int row, int one) {
    begin(row);
    single[0] = one;
    matches(0, single, 0, one == KeptMatches.NONE ? 0 : 1);
    end();
  }

  private void row(int row, int position, KeptMatches.Several matches) {
    begin(row);
    for (int i = 0; i < inputs; i++) {
      int[] ofInput = matches.perInput[i];
      matches(i, ofInput, 0, ofInput.length);
    }
    end();
    if (matches.isLast()) {
      kept.remove(position);
    }
  }

  private void keepRepeated(IntArray rowCounts, int firstX, int count, List<MatchBatch> perY) {
    for (int k = 0; k < count; k++) {
      int rows = rowCounts.get(firstX + k);
      if (rows > 1 && inputs == 1 && perY.getFirst().degree(k) <= 1) {
        MatchBatch batch = perY.getFirst();
        boolean none = batch.degree(k) == 0;
        kept.put(firstX + k, none ? KeptMatches.NONE : batch.y()[batch.offsets()[k]]);
      } else if (rows > 1) {
        int[][] matches = new int[inputs][];
        for (int i = 0; i < inputs; i++) {
          MatchBatch batch = perY.get(i);
          matches[i] = Arrays.copyOfRange(batch.y(), batch.offsets()[k], batch.offsets()[k + 1]);
        }
        kept.put(firstX + k, matches, rows);
      }
    }
  }
}
