package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.Native;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Copies chosen rows of a column, which lies in several vectors, into one new vector.
///
/// Written for speed: column by column, type by type, values as raw bytes.
public final class VectorGather {
  private VectorGather() {}

  /// Fills `target`, which is empty, with `count` values.
  ///
  /// @param sources the column's vectors, all of the target's type; null where a part of the rows
  ///   lacks the column
  /// @param part for each value the index in `sources`; -1 for NULL
  /// @param row for each value the row in that vector
  /// @throws VectorOverflow if the values do not fit one vector
  public static void gather(
      @Nullable FieldVector[] sources, int[] part, int[] row, int count, FieldVector target) {
    gather(ColumnSource.of(sources), RowSelection.of(part, row, count), target);
  }

  /// The chosen rows of a column as a new vector, which the caller closes: it shares the column's
  /// buffers where it can, else it is a copy.
  ///
  /// @param field of the new vector
  /// @throws VectorOverflow if the values do not fit one vector
  public static FieldVector take(
      ColumnSource source, RowSelection rows, Field field, BufferAllocator allocator) {
    return source.share(rows, field).orElseGet(() -> copy(source, rows, field, allocator));
  }

  private static FieldVector copy(
      ColumnSource source, RowSelection rows, Field field, BufferAllocator allocator) {
    FieldVector target = field.createVector(allocator);
    try {
      gather(source, rows, target);
      return target;
    } catch (RuntimeException | Error e) {
      target.close();
      throw e;
    }
  }

  /// The same from a source and a selection that were resolved before.
  public static void gather(ColumnSource source, RowSelection rows, FieldVector target) {
    switch (target) {
      case BitVector bits -> gatherBits(source, rows, bits);
      case BaseFixedWidthVector fixed -> gatherFixed(source, rows, fixed);
      case BaseVariableWidthVector bytes -> gatherBytes(source, rows, bytes);
      case ListVector lists -> gatherLists(source, rows, lists);
      case StructVector structs -> gatherStructs(source, rows, structs);
      case NullVector nulls -> nulls.setValueCount(rows.count);
      default -> throw new IllegalArgumentException("no Space holds " + target.getField());
    }
  }

  /// Marks which values are there; says whether all are.
  private static boolean validity(ColumnSource source, RowSelection rows, long validity) {
    int count = rows.count;
    if (isFull(source, rows)) {
      Native.fill(validity, (count + 7L) >>> 3, (byte) -1);
      return true;
    }
    for (int from = 0; from < count; from += 8) {
      int bits = 0;
      for (int i = from; i < Math.min(from + 8, count); i++) {
        bits |= (source.isNull(rows.part[i], rows.row[i]) ? 0 : 1) << (i - from);
      }
      Native.putByte(validity + (from >>> 3), (byte) bits);
    }
    return false;
  }

  /// Whether no chosen value is NULL.
  private static boolean isFull(ColumnSource source, RowSelection rows) {
    boolean full = !source.mayBeNull;
    for (int i = 0; full && !rows.hasRuns() && i < rows.count; i++) {
      full = rows.part[i] >= 0;
    }
    return full;
  }

  private static void gatherBits(ColumnSource source, RowSelection rows, BitVector target) {
    int[] part = rows.part;
    int[] row = rows.row;
    int count = rows.count;
    target.allocateNew(count);
    target.zeroVector();
    if (count > 0) {
      validity(source, rows, target.getValidityBufferAddress());
    }
    long data = target.getDataBufferAddress();
    for (int from = 0; from < count; from += 8) {
      int bits = 0;
      for (int i = from; i < Math.min(from + 8, count); i++) {
        if (!source.isNull(part[i], row[i])) {
          int value = Native.getByte(source.data[part[i]] + (row[i] >>> 3)) >> (row[i] & 7);
          bits |= (value & 1) << (i - from);
        }
      }
      Native.putByte(data + (from >>> 3), (byte) bits);
    }
    target.setValueCount(count);
  }

  private static void gatherFixed(
      ColumnSource source, RowSelection rows, BaseFixedWidthVector target) {
    int count = rows.count;
    target.allocateNew(count);
    if (count > 0) {
      boolean full = validity(source, rows, target.getValidityBufferAddress());
      int width = target.getTypeWidth();
      long data = target.getDataBufferAddress();
      if (!full) {
        Native.fill(data, (long) count * width, (byte) 0);
      }
      if (full && rows.hasRuns()) {
        copyRuns(source, rows, width, data);
      } else {
        copyFixed(source, rows, full, width, data);
      }
    }
    target.setValueCount(count);
  }

  private static void copyRuns(ColumnSource source, RowSelection rows, int width, long data) {
    for (int r = 0; r < rows.runs.length - 1; r++) {
      int first = rows.runs[r];
      int length = rows.runs[r + 1] - first;
      long from = source.data[rows.part[first]] + (long) rows.row[first] * width;
      Native.copyFew(from, data + (long) first * width, length * width);
    }
  }

  private static void copyFixed(
      ColumnSource source, RowSelection rows, boolean full, int width, long data) {
    int[] part = rows.part;
    int[] row = rows.row;
    int count = rows.count;
    long[] from = source.data;
    switch (width) {
      case 4 -> {
        for (int i = 0; i < count; i++) {
          if (full || !source.isNull(part[i], row[i])) {
            Native.putInt(data + i * 4L, Native.getInt(from[part[i]] + row[i] * 4L));
          }
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          if (full || !source.isNull(part[i], row[i])) {
            Native.putLong(data + i * 8L, Native.getLong(from[part[i]] + row[i] * 8L));
          }
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          if (full || !source.isNull(part[i], row[i])) {
            long at = from[part[i]] + (long) row[i] * width;
            Native.copyFew(at, data + (long) i * width, width);
          }
        }
      }
    }
  }

  private static void gatherBytes(
      ColumnSource source, RowSelection rows, BaseVariableWidthVector target) {
    if (rows.hasRuns() && isFull(source, rows)) {
      gatherByteRuns(source, rows, target);
      return;
    }
    int[] part = rows.part;
    int[] row = rows.row;
    int count = rows.count;
    // first where values lie, then the bytes: the two loads of a value do not wait for each other
    long[] starts = new long[count];
    int[] lengths = new int[count];
    long total = 0;
    boolean full = !source.mayBeNull;
    for (int i = 0; i < count; i++) {
      int p = part[i];
      if (p >= 0 && (full || !source.isNull(p, row[i]))) {
        long offsets = source.offsets[p] + row[i] * 4L;
        int start = Native.getInt(offsets);
        starts[i] = source.data[p] + start;
        lengths[i] = Native.getInt(offsets + 4) - start;
        total += lengths[i];
      }
    }
    if (total > Integer.MAX_VALUE) {
      throw new VectorOverflow();
    }
    target.allocateNew(total, count);
    if (count > 0) {
      validity(source, rows, target.getValidityBufferAddress());
    }
    long offsets = target.getOffsetBufferAddress();
    long data = target.getDataBufferAddress();
    int at = 0;
    Native.putInt(offsets, 0);
    for (int i = 0; i < count; i++) {
      Native.copyFew(starts[i], data + at, lengths[i]);
      at += lengths[i];
      Native.putInt(offsets + (i + 1L) * 4, at);
    }
    target.setLastSet(count - 1);
    target.setValueCount(count);
  }

  /// The bytes of a run lie one behind the other, as its values do.
  private static void gatherByteRuns(
      ColumnSource source, RowSelection rows, BaseVariableWidthVector target) {
    int[] runs = rows.runs;
    long total = 0;
    for (int r = 0; r < runs.length - 1; r++) {
      long offsets = source.offsets[rows.part[runs[r]]] + rows.row[runs[r]] * 4L;
      total += Native.getInt(offsets + (runs[r + 1] - runs[r]) * 4L) - Native.getInt(offsets);
    }
    if (total > Integer.MAX_VALUE) {
      throw new VectorOverflow();
    }
    target.allocateNew(total, rows.count);
    validity(source, rows, target.getValidityBufferAddress());
    long targetOffsets = target.getOffsetBufferAddress();
    long data = target.getDataBufferAddress();
    int at = 0;
    Native.putInt(targetOffsets, 0);
    for (int r = 0; r < runs.length - 1; r++) {
      int part = rows.part[runs[r]];
      int length = runs[r + 1] - runs[r];
      long offsets = source.offsets[part] + rows.row[runs[r]] * 4L;
      int start = Native.getInt(offsets);
      int bytes = Native.getInt(offsets + length * 4L) - start;
      Native.copyFew(source.data[part] + start, data + at, bytes);
      int shift = at - start;
      long to = targetOffsets + runs[r] * 4L;
      for (long i = 4; i <= length * 4L; i += 4) {
        Native.putInt(to + i, Native.getInt(offsets + i) + shift);
      }
      at += bytes;
    }
    target.setLastSet(rows.count - 1);
    target.setValueCount(rows.count);
  }

  private static void gatherLists(ColumnSource source, RowSelection rows, ListVector target) {
    int[] part = rows.part;
    int[] row = rows.row;
    int count = rows.count;
    target.setInitialCapacity(count);
    target.allocateNew();
    if (count > 0) {
      validity(source, rows, target.getValidityBufferAddress());
    }
    long offsets = target.getOffsetBufferAddress();
    long total = 0;
    Native.putInt(offsets, 0);
    for (int i = 0; i < count; i++) {
      if (!source.isNull(part[i], row[i])) {
        long at = source.offsets[part[i]] + row[i] * 4L;
        total += Native.getInt(at + 4) - Native.getInt(at);
        if (total > Integer.MAX_VALUE - 8) {
          throw new VectorOverflow();
        }
      }
      Native.putInt(offsets + (i + 1L) * 4, (int) total);
    }
    int[] childPart = new int[(int) total];
    int[] childRow = new int[(int) total];
    int filled = 0;
    for (int i = 0; i < count; i++) {
      if (!source.isNull(part[i], row[i])) {
        long at = source.offsets[part[i]] + row[i] * 4L;
        int end = Native.getInt(at + 4);
        for (int child = Native.getInt(at); child < end; child++) {
          childPart[filled] = part[i];
          childRow[filled++] = child;
        }
      }
    }
    RowSelection children = RowSelection.of(childPart, childRow, filled);
    gather(source.child(0), children, target.getDataVector());
    target.setLastSet(count - 1);
    target.setValueCount(count);
  }

  private static void gatherStructs(ColumnSource source, RowSelection rows, StructVector target) {
    int count = rows.count;
    target.setInitialCapacity(count);
    target.allocateNew();
    RowSelection children = rows;
    if (count > 0 && !validity(source, rows, target.getValidityBufferAddress())) {
      int[] childPart = rows.part.clone();
      for (int i = 0; i < count; i++) {
        if (source.isNull(rows.part[i], rows.row[i])) {
          childPart[i] = -1;
        }
      }
      children = RowSelection.of(childPart, rows.row, count);
    }
    for (int c = 0; c < target.size(); c++) {
      gather(source.child(c), children, (FieldVector) target.getChildByOrdinal(c));
    }
    target.setValueCount(count);
  }
}
