package dev.dovetail.engine.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
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
    switch (target) {
      case BitVector bits -> gatherBits(sources, part, row, count, bits);
      case BaseFixedWidthVector fixed -> gatherFixed(sources, part, row, count, fixed);
      case BaseVariableWidthVector bytes -> gatherBytes(sources, part, row, count, bytes);
      case ListVector lists -> gatherLists(sources, part, row, count, lists);
      case StructVector structs -> gatherStructs(sources, part, row, count, structs);
      case NullVector nulls -> nulls.setValueCount(count);
      default -> throw new IllegalArgumentException("no Space holds " + target.getField());
    }
  }

  private static boolean isNull(@Nullable FieldVector[] sources, int part, int row) {
    if (part < 0) {
      return true;
    }
    FieldVector source = sources[part];
    return source == null || source.isNull(row);
  }

  @SuppressWarnings("NullAway") // isNull has seen the source
  private static void gatherBits(
      @Nullable FieldVector[] sources, int[] part, int[] row, int count, BitVector target) {
    target.allocateNew(count);
    target.zeroVector();
    for (int i = 0; i < count; i++) {
      if (!isNull(sources, part[i], row[i])) {
        target.set(i, ((BitVector) sources[part[i]]).get(row[i]));
      }
    }
    target.setValueCount(count);
  }

  @SuppressWarnings("NullAway") // isNull has seen the source
  private static void gatherFixed(
      @Nullable FieldVector[] sources,
      int[] part,
      int[] row,
      int count,
      BaseFixedWidthVector target) {
    target.allocateNew(count);
    target.zeroVector();
    ArrowBuf validity = target.getValidityBuffer();
    ArrowBuf data = target.getDataBuffer();
    int width = target.getTypeWidth();
    for (int i = 0; i < count; i++) {
      if (isNull(sources, part[i], row[i])) {
        continue;
      }
      BitVectorHelper.setBit(validity, i);
      ArrowBuf source = sources[part[i]].getDataBuffer();
      long from = (long) row[i] * width;
      long to = (long) i * width;
      switch (width) {
        case 1 -> data.setByte(to, source.getByte(from));
        case 2 -> data.setShort(to, source.getShort(from));
        case 4 -> data.setInt(to, source.getInt(from));
        case 8 -> data.setLong(to, source.getLong(from));
        default -> {
          for (int at = 0; at < width; at += 8) {
            data.setLong(to + at, source.getLong(from + at));
          }
        }
      }
    }
    target.setValueCount(count);
  }

  @SuppressWarnings("NullAway") // isNull has seen the source
  private static void gatherBytes(
      @Nullable FieldVector[] sources,
      int[] part,
      int[] row,
      int count,
      BaseVariableWidthVector target) {
    int[] lengths = new int[count];
    long total = 0;
    for (int i = 0; i < count; i++) {
      if (isNull(sources, part[i], row[i])) {
        lengths[i] = -1;
      } else {
        ArrowBuf offsets = sources[part[i]].getOffsetBuffer();
        lengths[i] = offsets.getInt((row[i] + 1L) * 4) - offsets.getInt(row[i] * 4L);
        total += lengths[i];
      }
    }
    if (total > Integer.MAX_VALUE) {
      throw new VectorOverflow();
    }
    target.allocateNew(total, count);
    ArrowBuf validity = target.getValidityBuffer();
    validity.setZero(0, validity.capacity());
    ArrowBuf offsets = target.getOffsetBuffer();
    ArrowBuf data = target.getDataBuffer();
    int at = 0;
    offsets.setInt(0, 0);
    for (int i = 0; i < count; i++) {
      if (lengths[i] >= 0) {
        FieldVector source = sources[part[i]];
        BitVectorHelper.setBit(validity, i);
        if (lengths[i] > 0) {
          long from = source.getOffsetBuffer().getInt(row[i] * 4L);
          data.setBytes(at, source.getDataBuffer(), from, lengths[i]);
          at += lengths[i];
        }
      }
      offsets.setInt((i + 1L) * 4, at);
    }
    target.setLastSet(count - 1);
    target.setValueCount(count);
  }

  @SuppressWarnings("NullAway") // isNull has seen the source
  private static void gatherLists(
      @Nullable FieldVector[] sources, int[] part, int[] row, int count, ListVector target) {
    target.setInitialCapacity(count);
    target.allocateNew();
    ArrowBuf validity = target.getValidityBuffer();
    ArrowBuf offsets = target.getOffsetBuffer();
    validity.setZero(0, validity.capacity());
    long total = 0;
    offsets.setInt(0, 0);
    for (int i = 0; i < count; i++) {
      if (!isNull(sources, part[i], row[i])) {
        BitVectorHelper.setBit(validity, i);
        ArrowBuf source = sources[part[i]].getOffsetBuffer();
        total += source.getInt((row[i] + 1L) * 4) - source.getInt(row[i] * 4L);
        if (total > Integer.MAX_VALUE - 8) {
          throw new VectorOverflow();
        }
      }
      offsets.setInt((i + 1L) * 4, (int) total);
    }
    int[] childPart = new int[(int) total];
    int[] childRow = new int[(int) total];
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (!isNull(sources, part[i], row[i])) {
        ArrowBuf source = sources[part[i]].getOffsetBuffer();
        int end = source.getInt((row[i] + 1L) * 4);
        for (int child = source.getInt(row[i] * 4L); child < end; child++) {
          childPart[at] = part[i];
          childRow[at++] = child;
        }
      }
    }
    @Nullable FieldVector[] children = new FieldVector[sources.length];
    for (int s = 0; s < sources.length; s++) {
      children[s] = sources[s] == null ? null : ((ListVector) sources[s]).getDataVector();
    }
    gather(children, childPart, childRow, at, target.getDataVector());
    target.setLastSet(count - 1);
    target.setValueCount(count);
  }

  private static void gatherStructs(
      @Nullable FieldVector[] sources, int[] part, int[] row, int count, StructVector target) {
    target.setInitialCapacity(count);
    target.allocateNew();
    ArrowBuf validity = target.getValidityBuffer();
    validity.setZero(0, validity.capacity());
    int[] childPart = part.clone();
    for (int i = 0; i < count; i++) {
      if (isNull(sources, part[i], row[i])) {
        childPart[i] = -1;
      } else {
        BitVectorHelper.setBit(validity, i);
      }
    }
    @Nullable FieldVector[] children = new FieldVector[sources.length];
    for (int c = 0; c < target.size(); c++) {
      for (int s = 0; s < sources.length; s++) {
        FieldVector source = sources[s];
        children[s] =
            source == null ? null : (FieldVector) ((StructVector) source).getChildByOrdinal(c);
      }
      gather(children, childPart, row, count, (FieldVector) target.getChildByOrdinal(c));
    }
    target.setValueCount(count);
  }
}
