package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.Native;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
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
    gather(ColumnSource.of(sources), part, row, count, target);
  }

  /// The same from a source that was resolved before.
  public static void gather(
      ColumnSource source, int[] part, int[] row, int count, FieldVector target) {
    switch (target) {
      case BitVector bits -> gatherBits(source, part, row, count, bits);
      case BaseFixedWidthVector fixed -> gatherFixed(source, part, row, count, fixed);
      case BaseVariableWidthVector bytes -> gatherBytes(source, part, row, count, bytes);
      case ListVector lists -> gatherLists(source, part, row, count, lists);
      case StructVector structs -> gatherStructs(source, part, row, count, structs);
      case NullVector nulls -> nulls.setValueCount(count);
      default -> throw new IllegalArgumentException("no Space holds " + target.getField());
    }
  }

  /// Marks which values are there; says whether all are.
  private static boolean validity(
      ColumnSource source, int[] part, int[] row, int count, long validity) {
    boolean full = !source.mayBeNull;
    for (int i = 0; full && i < count; i++) {
      full = part[i] >= 0;
    }
    if (full) {
      Native.fill(validity, (count + 7L) >>> 3, (byte) -1);
      return true;
    }
    for (int from = 0; from < count; from += 8) {
      int bits = 0;
      for (int i = from; i < Math.min(from + 8, count); i++) {
        bits |= (source.isNull(part[i], row[i]) ? 0 : 1) << (i - from);
      }
      Native.putByte(validity + (from >>> 3), (byte) bits);
    }
    return false;
  }

  private static void gatherBits(
      ColumnSource source, int[] part, int[] row, int count, BitVector target) {
    target.allocateNew(count);
    target.zeroVector();
    if (count > 0) {
      validity(source, part, row, count, target.getValidityBufferAddress());
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
      ColumnSource source, int[] part, int[] row, int count, BaseFixedWidthVector target) {
    target.allocateNew(count);
    if (count > 0) {
      boolean full = validity(source, part, row, count, target.getValidityBufferAddress());
      int width = target.getTypeWidth();
      long data = target.getDataBufferAddress();
      if (!full) {
        Native.fill(data, (long) count * width, (byte) 0);
      }
      copyFixed(source, part, row, count, full, width, data);
    }
    target.setValueCount(count);
  }

  private static void copyFixed(
      ColumnSource source, int[] part, int[] row, int count, boolean full, int width, long data) {
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
      ColumnSource source, int[] part, int[] row, int count, BaseVariableWidthVector target) {
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
      validity(source, part, row, count, target.getValidityBufferAddress());
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

  private static void gatherLists(
      ColumnSource source, int[] part, int[] row, int count, ListVector target) {
    target.setInitialCapacity(count);
    target.allocateNew();
    if (count > 0) {
      validity(source, part, row, count, target.getValidityBufferAddress());
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
    gather(source.child(0), childPart, childRow, filled, target.getDataVector());
    target.setLastSet(count - 1);
    target.setValueCount(count);
  }

  private static void gatherStructs(
      ColumnSource source, int[] part, int[] row, int count, StructVector target) {
    target.setInitialCapacity(count);
    target.allocateNew();
    int[] childPart = part;
    if (count > 0 && !validity(source, part, row, count, target.getValidityBufferAddress())) {
      childPart = part.clone();
      for (int i = 0; i < count; i++) {
        if (source.isNull(part[i], row[i])) {
          childPart[i] = -1;
        }
      }
    }
    for (int c = 0; c < target.size(); c++) {
      gather(source.child(c), childPart, row, count, (FieldVector) target.getChildByOrdinal(c));
    }
    target.setValueCount(count);
  }
}
