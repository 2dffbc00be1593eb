package dev.dovetail.spaces.segment;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/// Copies runs of rows from one vector to the end of another one of the same canonical type.
///
/// Leaves travel as bytes. (Arrow's own appender fails on lists without elements, and its copy of
/// single nested values does not know every type.) Written for speed: no object per row.
final class ColumnCopier {
  private static final int OFFSET_BYTES = BaseVariableWidthVector.OFFSET_WIDTH;

  private ColumnCopier() {}

  /// Copies `count` rows to `at`, which is the number of rows that `to` holds. The caller sets the
  /// value count of `to` in the end.
  static void copy(FieldVector from, int start, int count, FieldVector to, int at) {
    if (count == 0) {
      return;
    }
    switch (to) {
      case BitVector bits -> copyBits((BitVector) from, start, count, bits, at);
      case BaseFixedWidthVector fixed -> copyFixed(from, start, count, fixed, at);
      case BaseVariableWidthVector text -> copyText(from, start, count, text, at);
      case ListVector list -> copyList((ListVector) from, start, count, list, at);
      case StructVector struct -> copyStruct((StructVector) from, start, count, struct, at);
      default -> throw new IllegalArgumentException(to.getField() + " is no canonical column");
    }
  }

  /// About how many bytes `count` rows take.
  static long bytes(FieldVector vector, int start, int count) {
    if (count == 0) {
      return 0;
    }
    long validity = (count + 7L) / 8;
    return switch (vector) {
      case BitVector _ -> 2 * validity;
      case BaseFixedWidthVector fixed -> validity + (long) fixed.getTypeWidth() * count;
      case BaseVariableWidthVector _ ->
          validity
              + (long) OFFSET_BYTES * count
              + offset(vector, start + count)
              - offset(vector, start);
      case ListVector list -> {
        int first = offset(list, start);
        int end = offset(list, start + count);
        yield validity
            + (long) OFFSET_BYTES * count
            + bytes(list.getDataVector(), first, end - first);
      }
      case StructVector struct -> {
        long bytes = validity;
        for (FieldVector child : struct.getChildrenFromFields()) {
          bytes += bytes(child, start, count);
        }
        yield bytes;
      }
      default -> throw new IllegalArgumentException(vector.getField() + " is no canonical column");
    };
  }

  private static void copyBits(BitVector from, int start, int count, BitVector to, int at) {
    reserve(to, at + count);
    bits(from.getValidityBuffer(), start, count, to.getValidityBuffer(), at);
    bits(from.getDataBuffer(), start, count, to.getDataBuffer(), at);
  }

  private static void copyFixed(
      FieldVector from, int start, int count, BaseFixedWidthVector to, int at) {
    reserve(to, at + count);
    long width = to.getTypeWidth();
    bits(from.getValidityBuffer(), start, count, to.getValidityBuffer(), at);
    to.getDataBuffer().setBytes(at * width, from.getDataBuffer(), start * width, count * width);
  }

  private static void copyText(
      FieldVector from, int start, int count, BaseVariableWidthVector to, int at) {
    while (to.getValueCapacity() < at + count) {
      to.reallocValidityAndOffsetBuffers();
    }
    bits(from.getValidityBuffer(), start, count, to.getValidityBuffer(), at);
    int first = offset(from, start);
    int length = offset(from, start + count) - first;
    int target = offset(to, at);
    long needed = (long) target + length;
    if (needed > to.getDataBuffer().capacity()) {
      to.reallocDataBuffer(Math.max(needed, 2 * to.getDataBuffer().capacity()));
    }
    to.getDataBuffer().setBytes(target, from.getDataBuffer(), first, length);
    shiftOffsets(from, start, count, to, at, target - first);
    to.setLastSet(at + count - 1);
  }

  private static void copyList(ListVector from, int start, int count, ListVector to, int at) {
    reserve(to, at + count);
    bits(from.getValidityBuffer(), start, count, to.getValidityBuffer(), at);
    int first = offset(from, start);
    int length = offset(from, start + count) - first;
    int target = offset(to, at);
    copy(from.getDataVector(), first, length, to.getDataVector(), target);
    shiftOffsets(from, start, count, to, at, target - first);
    to.setLastSet(at + count - 1);
  }

  /// The fields of a NULL struct are copied too: every child has a value for each row.
  private static void copyStruct(StructVector from, int start, int count, StructVector to, int at) {
    // Not by the struct's value capacity, which is zero for ever if it has no fields.
    while (to.getValidityBuffer().capacity() * 8 < at + count) {
      to.reAlloc();
    }
    bits(from.getValidityBuffer(), start, count, to.getValidityBuffer(), at);
    for (int child = 0; child < to.size(); child++) {
      copy(
          (FieldVector) from.getChildByOrdinal(child),
          start,
          count,
          (FieldVector) to.getChildByOrdinal(child),
          at);
    }
  }

  private static void reserve(FieldVector vector, int rows) {
    while (vector.getValueCapacity() < rows) {
      vector.reAlloc();
    }
  }

  private static int offset(FieldVector vector, int row) {
    return vector.getOffsetBuffer().getInt((long) row * OFFSET_BYTES);
  }

  private static void shiftOffsets(
      FieldVector from, int start, int count, FieldVector to, int at, int shift) {
    ArrowBuf source = from.getOffsetBuffer();
    ArrowBuf target = to.getOffsetBuffer();
    for (int i = 1; i <= count; i++) {
      target.setInt(
          (long) (at + i) * OFFSET_BYTES, source.getInt((long) (start + i) * OFFSET_BYTES) + shift);
    }
  }

  /// Copies bits, by whole bytes where both sides begin at one.
  private static void bits(ArrowBuf from, int start, int count, ArrowBuf to, int at) {
    int done = 0;
    if ((start & 7) == 0 && (at & 7) == 0) {
      to.setBytes(at >> 3, from, start >> 3, count >> 3);
      done = count & ~7;
    }
    for (int i = done; i < count; i++) {
      if (BitVectorHelper.get(from, start + i) == 1) {
        BitVectorHelper.setBit(to, at + i);
      } else {
        BitVectorHelper.unsetBit(to, at + i);
      }
    }
  }
}
