package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.hash.KeyGroups;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Positions of Y sorted by the values of a column, equal ones by position: all of them, or within
/// each group of equal keys. Positions whose value has no order are left out. Immutable once built.
///
/// Written for speed: the values lie beside the positions, as [SortKeys].
public final class SortedRows {
  private static final int CHUNK = 1 << 16;

  private final IntArray positions;
  private final LongArray keys;

  /// Groups, and where the group that begins at a place ends; null if all positions are one group.
  private final @Nullable KeyGroups groups;

  private final @Nullable IntArray ends;

  private final int size;
  private final boolean ascending;

  private SortedRows(
      IntArray positions,
      LongArray keys,
      @Nullable KeyGroups groups,
      @Nullable IntArray ends,
      int size,
      boolean ascending) {
    this.positions = positions;
    this.keys = keys;
    this.groups = groups;
    this.ends = ends;
    this.size = size;
    this.ascending = ascending;
  }

  /// Whether values of a column can be sorted here.
  public static boolean sorts(ColumnData column) {
    return SortKeys.of(column).isPresent();
  }

  /// All positions as one group.
  public static SortedRows of(ColumnData column, MemoryArea area, Execution execution) {
    SortKeys of = SortKeys.of(column).orElseThrow();
    IntArray positions = IntArray.allocate(area, column.size());
    LongArray keys = LongArray.allocate(area, column.size());
    int size = 0;
    for (int position = 0; position < column.size(); position++) {
      if (SortKeys.isOrdered(column, position)) {
        positions.set(size, position);
        keys.set(size++, of.key(position));
      }
    }
    try (MemoryArea scratch = execution.area()) {
      boolean ascending = new RowSort(keys, positions, scratch, execution).sort(0, size);
      return new SortedRows(positions, keys, null, null, size, ascending);
    }
  }

  /// The positions of each group.
  public static SortedRows of(
      KeyGroups groups, ColumnData column, MemoryArea area, Execution execution) {
    SortKeys of = SortKeys.of(column).orElseThrow();
    int places = groups.places();
    IntArray positions = IntArray.allocate(area, places);
    LongArray keys = LongArray.allocate(area, places);
    IntArray ends = IntArray.allocate(area, places);
    AtomicBoolean ascending = new AtomicBoolean(true);
    int chunks = (int) (((long) places + CHUNK - 1) / CHUNK);
    execution
        .workers()
        .each(
            chunks,
            chunk -> {
              try (MemoryArea scratch = execution.area()) {
                RowSort sort = new RowSort(keys, positions, scratch, execution);
                int to = (int) Math.min(places, (chunk + 1L) * CHUNK);
                for (int place = chunk * CHUNK; place < to; place++) {
                  if (groups.begins(place)) {
                    int end = place;
                    for (int at = place; at >= 0; at = groups.next(at)) {
                      int position = groups.y(at);
                      if (SortKeys.isOrdered(column, position)) {
                        positions.set(end, position);
                        keys.set(end++, of.key(position));
                      }
                    }
                    ends.set(place, end);
                    if (!sort.sort(place, end)) {
                      ascending.set(false);
                    }
                  }
                }
              }
            });
    return new SortedRows(positions, keys, groups, ends, places, ascending.get());
  }

  /// Where the positions begin that X may match by its key; -1 if there are none.
  int groupStart(int x) {
    return groups == null ? 0 : groups.first(x);
  }

  int groupEnd(int start) {
    return ends == null ? size : ends.get(start);
  }

  /// Within places of one group, the first whose key is at least `key`.
  int firstAtLeast(int from, int to, long key) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys.get(middle) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public int position(int place) {
    return positions.get(place);
  }

  /// How many places there are.
  public int size() {
    return size;
  }

  /// Whether positions ascend within every group as the values do, so that a run of places is in
  /// order.
  public boolean isAscending() {
    return ascending;
  }
}
