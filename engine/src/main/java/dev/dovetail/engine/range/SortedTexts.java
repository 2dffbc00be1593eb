package dev.dovetail.engine.range;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;

/// Positions of Y sorted by a column of text or bytes, equal ones by position; those without a
/// value are left out. Finds texts that begin as another one does, and texts that another one
/// begins with. Immutable once built.
///
/// Written for speed: the first eight bytes of most texts decide their order.
public final class SortedTexts {
  private static final int HEAD_BYTES = Long.BYTES;
  private static final int BETWEEN_CHECKS = 1 << 14;

  private final BytesColumn column;
  private final IntArray positions;
  private final int size;

  /// For each place the one before it that holds the longest text which the text at the place
  /// begins with, itself included; -1 if there is none.
  private final IntArray shorter;

  private SortedTexts(BytesColumn column, IntArray positions, int size, IntArray shorter) {
    this.column = column;
    this.positions = positions;
    this.size = size;
    this.shorter = shorter;
  }

  public static SortedTexts of(BytesColumn column, MemoryArea area, Execution execution) {
    IntArray positions = IntArray.allocate(area, column.size());
    int size = 0;
    try (MemoryArea scratch = execution.area()) {
      LongArray heads = LongArray.allocate(scratch, column.size());
      for (int position = 0; position < column.size(); position++) {
        if (!column.isNull(position) && !column.isOdd(position)) {
          positions.set(size, position);
          heads.set(size++, head(column, position));
        }
      }
      new RowSort(heads, positions, scratch, execution).sort(0, size);
      IntArray spare = IntArray.allocate(scratch, size);
      for (int from = 0; from < size; ) {
        int to = from + 1;
        while (to < size && heads.get(to) == heads.get(from)) {
          to++;
        }
        merge(column, positions, spare, from, to, execution);
        from = to;
      }
    }
    execution.check();
    return new SortedTexts(column, positions, size, shorter(column, positions, size, area));
  }

  /// The first bytes as a number that is ordered as they are.
  private static long head(BytesColumn column, int position) {
    long head = 0;
    int length = Math.min(HEAD_BYTES, column.length(position));
    for (int i = 0; i < HEAD_BYTES; i++) {
      head = (head << 8) | (i < length ? column.byteAt(position, i) & 0xff : 0);
    }
    return head ^ Long.MIN_VALUE;
  }

  /// Sorts places by whole texts, stably: merge sort from runs of one upwards.
  private static void merge(
      BytesColumn column,
      IntArray positions,
      IntArray spare,
      int from,
      int to,
      Execution execution) {
    for (int width = 1; width < to - from; width *= 2) {
      for (int low = from; low < to; low += 2 * width) {
        int middle = Math.min(low + width, to);
        int high = Math.min(middle + width, to);
        int a = low;
        int b = middle;
        for (int at = low; at < high; at++) {
          if ((at & (BETWEEN_CHECKS - 1)) == 0) {
            execution.check();
          }
          boolean first =
              b == high
                  || (a < middle
                      && column.compare(positions.get(a), column, positions.get(b)) <= 0);
          spare.set(at, positions.get(first ? a++ : b++));
        }
      }
      for (int at = from; at < to; at++) {
        positions.set(at, spare.get(at));
      }
    }
  }

  private static IntArray shorter(
      BytesColumn column, IntArray positions, int size, MemoryArea area) {
    IntArray shorter = IntArray.allocate(area, size);
    int last = -1;
    for (int place = 0; place < size; place++) {
      int position = positions.get(place);
      while (last >= 0 && !startsWith(column, position, column, positions.get(last))) {
        last = shorter.get(last);
      }
      shorter.set(place, last);
      last = place;
    }
    return shorter;
  }

  private static boolean startsWith(BytesColumn text, int i, BytesColumn prefix, int j) {
    int length = prefix.length(j);
    return text.length(i) >= length && text.samePrefix(i, prefix, j, length);
  }

  /// The first place whose text is not below another one.
  public int firstFrom(BytesColumn other, int otherPosition) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (column.compare(positions.get(middle), other, otherPosition) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The end of the places from `from` on, which is [#firstFrom] of a prefix, whose texts begin
  /// with it.
  public int endOf(BytesColumn prefix, int prefixPosition, int from) {
    int low = from;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (startsWith(column, positions.get(middle), prefix, prefixPosition)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The place of the longest text that another one begins with; -1 if there is none. All others
  /// follow by [#shorter].
  public int longestIn(BytesColumn other, int otherPosition) {
    // the last text that is not above the other one begins with each text that the other begins
    // with
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (column.compare(positions.get(middle), other, otherPosition) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int place = low - 1;
    while (place >= 0 && !startsWith(other, otherPosition, column, positions.get(place))) {
      place = shorter.get(place);
    }
    return place;
  }

  public int shorter(int place) {
    return shorter.get(place);
  }

  public int position(int place) {
    return positions.get(place);
  }

  public int size() {
    return size;
  }
}
