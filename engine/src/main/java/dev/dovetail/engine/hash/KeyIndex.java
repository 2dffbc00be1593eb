package dev.dovetail.engine.hash;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Numbers the distinct keys of some rows by first arrival.
///
/// A key that equals nothing, not even itself, always begins a new position.
///
/// Written for speed: keys in order are compared with their predecessors; where they are numbers in
/// a small range, a direct table; else by partitions.
public final class KeyIndex {
  private final int count;
  private final Optional<Repeated> repeated;

  /// How rows and positions correspond where some key occurs twice.
  ///
  /// @param firstRow the first row of each position
  /// @param positionOf the position of each row
  public record Repeated(IntArray firstRow, IntArray positionOf) {}

  private KeyIndex(int count, Optional<Repeated> repeated) {
    this.count = count;
    this.repeated = repeated;
  }

  /// Numbers the keys of some rows.
  ///
  /// @param area holds what is kept
  public static KeyIndex of(
      List<? extends ColumnData> columns, int rows, MemoryArea area, Execution execution) {
    SideKeys keys = new SideKeys(KeyPairs.of(columns, columns), Side.X, rows);
    Order order = Order.of(keys, execution);
    boolean dense = Dense.suits(keys.keys(), rows);
    if (order == Order.DISTINCT
        || (order == Order.NONE && dense && Dense.areDistinct(keys, execution))) {
      return new KeyIndex(rows, Optional.empty());
    }
    try (MemoryArea scratch = execution.area()) {
      IntArray firstOf = IntArray.allocate(scratch, rows);
      int distinct =
          order == Order.ASCENDING
              ? byRuns(keys, firstOf, execution)
              : dense
                  ? byTable(keys, firstOf, scratch, execution)
                  : byPartitions(keys, firstOf, scratch, execution);
      if (distinct == rows) {
        return new KeyIndex(rows, Optional.empty());
      }
      return new KeyIndex(distinct, Optional.of(number(firstOf, rows, distinct, area)));
    }
  }

  /// Rows that are their own keys.
  public static KeyIndex ofRows(int rows) {
    return new KeyIndex(rows, Optional.empty());
  }

  /// How many distinct keys there are.
  public int count() {
    return count;
  }

  /// Empty if every row has its own key, and is its own position.
  public Optional<Repeated> repeated() {
    return repeated;
  }

  /// Finds for each row the first with its key; returns how many are first.
  private static int byRuns(SideKeys keys, IntArray firstOf, Execution execution) {
    long[] codes = new long[KeyPairs.BLOCK];
    long[] other = new long[KeyPairs.BLOCK];
    int distinct = 0;
    long last = 0;
    int first = 0;
    for (int from = 0; from < keys.count(); from += KeyPairs.BLOCK) {
      execution.check();
      int size = Math.min(KeyPairs.BLOCK, keys.count() - from);
      keys.codes(from, size, codes, other);
      for (int i = 0; i < size; i++) {
        int row = from + i;
        if (row == 0 || codes[i] != last) {
          last = codes[i];
          first = row;
          distinct++;
        }
        firstOf.set(row, first);
      }
    }
    return distinct;
  }

  private static int byTable(
      SideKeys keys, IntArray firstOf, MemoryArea scratch, Execution execution) {
    IntArray firsts = IntArray.allocate(scratch, keys.keys().codeCount()).clear();
    long[] codes = new long[KeyPairs.BLOCK];
    long[] other = new long[KeyPairs.BLOCK];
    int distinct = 0;
    for (int from = 0; from < keys.count(); from += KeyPairs.BLOCK) {
      execution.check();
      int size = Math.min(KeyPairs.BLOCK, keys.count() - from);
      keys.codes(from, size, codes, other);
      for (int i = 0; i < size; i++) {
        int row = from + i;
        int first = keys.isMatchable(row) ? firsts.get(codes[i]) - 1 : row;
        if (first < 0) {
          first = row;
          firsts.set(codes[i], row + 1);
        }
        distinct += first == row ? 1 : 0;
        firstOf.set(row, first);
      }
    }
    return distinct;
  }

  private static int byPartitions(
      SideKeys keys, IntArray firstOf, MemoryArea scratch, Execution execution) {
    Partitions parts =
        Partitions.of(keys, Partitions.bits(keys.count(), execution), scratch, execution);
    PartitionTable.Same same = keys.keys().isExact() ? (_, _) -> true : keys.keys()::same;
    AtomicInteger distinct = new AtomicInteger();
    execution
        .workers()
        .each(
            parts.count,
            p -> {
              execution.check();
              IntArray positions = parts.positions[p];
              int size = parts.size(p);
              PartitionTable table = new PartitionTable(parts.hashes[p], positions, size);
              for (int entry = 0; entry < size; entry++) {
                int first = table.firstOrEnter(entry, same);
                firstOf.set(positions.get(entry), positions.get(first));
              }
              distinct.addAndGet(table.distinct());
            });
    int unmatchable = 0;
    for (int row = 0; keys.keys().hasUnmatchable() && row < keys.count(); row++) {
      if (!keys.isMatchable(row)) {
        firstOf.set(row, row);
        unmatchable++;
      }
    }
    return distinct.get() + unmatchable;
  }

  private static Repeated number(IntArray firstOf, int rows, int distinct, MemoryArea area) {
    IntArray firstRow = IntArray.allocate(area, distinct);
    IntArray positionOf = IntArray.allocate(area, rows);
    int next = 0;
    for (int row = 0; row < rows; row++) {
      int first = firstOf.get(row);
      if (first == row) {
        firstRow.set(next, row);
        positionOf.set(row, next++);
      } else {
        positionOf.set(row, positionOf.get(first));
      }
    }
    return new Repeated(firstRow, positionOf);
  }
}
