package dev.dovetail.engine.join;

import dev.dovetail.engine.hash.KeyIndex.Repeated;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import java.util.Optional;

/// For each position the rows that carry its key, in arrival order.
public final class RowsOfKey {
  /// Empty where every position has the one row of the same number.
  private final Optional<Grouped> grouped;

  /// The rows of position p lie in `rows` from `starts[p]` to `starts[p + 1]`.
  private record Grouped(IntArray starts, IntArray rows) {}

  private RowsOfKey(Optional<Grouped> grouped) {
    this.grouped = grouped;
  }

  /// Every position has the one row of the same number.
  static RowsOfKey identity() {
    return new RowsOfKey(Optional.empty());
  }

  /// Groups rows by position, by counting.
  static RowsOfKey group(Repeated repeated, MemoryArea area) {
    IntArray positionOf = repeated.positionOf();
    int positions = (int) repeated.firstRow().length();
    IntArray starts = IntArray.allocate(area, positions + 1L).clear();
    IntArray rows = IntArray.allocate(area, positionOf.length());
    // counts first, then starts; filling moves each start to the next one
    for (long row = 0; row < positionOf.length(); row++) {
      int position = positionOf.get(row);
      starts.set(position, starts.get(position) + 1);
    }
    int total = 0;
    for (int p = 0; p <= positions; p++) {
      int count = starts.get(p);
      starts.set(p, total);
      total += count;
    }
    for (int row = 0; row < positionOf.length(); row++) {
      int position = positionOf.get(row);
      int at = starts.get(position);
      rows.set(at, row);
      starts.set(position, at + 1);
    }
    for (int p = positions; p > 0; p--) {
      starts.set(p, starts.get(p - 1L));
    }
    starts.set(0, 0);
    return new RowsOfKey(Optional.of(new Grouped(starts, rows)));
  }

  /// How many rows carry the key of a position; at least one.
  public int count(int position) {
    if (grouped.isEmpty()) {
      return 1;
    }
    IntArray starts = grouped.get().starts();
    return starts.get(position + 1L) - starts.get(position);
  }

  /// The row at `index`, from 0, among those of a position.
  public int row(int position, int index) {
    if (grouped.isEmpty()) {
      return position;
    }
    return grouped.get().rows().get((long) grouped.get().starts().get(position) + index);
  }
}
