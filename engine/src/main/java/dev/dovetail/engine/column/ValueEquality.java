package dev.dovetail.engine.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/// Equality of two values of one column as conditions see it: NULL equals NULL, what is not a
/// number differs from itself, lists and structs are equal if their parts are.
public final class ValueEquality {
  private ValueEquality() {}

  /// Compares row `i` of one vector with row `j` of another of the same type.
  public static boolean same(FieldVector a, int i, FieldVector b, int j) {
    boolean aNull = a.isNull(i);
    if (aNull || b.isNull(j)) {
      return aNull && b.isNull(j);
    }
    return switch (a) {
      case NullVector _ -> true;
      case BitVector bits -> bits.get(i) == ((BitVector) b).get(j);
      case Float4Vector floats -> floats.get(i) == ((Float4Vector) b).get(j);
      case Float8Vector floats -> floats.get(i) == ((Float8Vector) b).get(j);
      case BaseFixedWidthVector fixed -> {
        long width = fixed.getTypeWidth();
        yield sameBytes(
            a.getDataBuffer(),
            i * width,
            i * width + width,
            b.getDataBuffer(),
            j * width,
            j * width + width);
      }
      case BaseVariableWidthVector _ ->
          sameBytes(
              a.getDataBuffer(),
              start(a, i),
              start(a, i + 1),
              b.getDataBuffer(),
              start(b, j),
              start(b, j + 1));
      case ListVector list -> sameLists(list, i, (ListVector) b, j);
      case StructVector struct -> sameStructs(struct, i, (StructVector) b, j);
      default -> throw new IllegalArgumentException("no Space holds " + a.getField());
    };
  }

  private static int start(FieldVector vector, int row) {
    return vector.getOffsetBuffer().getInt(row * 4L);
  }

  private static boolean sameBytes(
      ArrowBuf a, long aStart, long aEnd, ArrowBuf b, long bStart, long bEnd) {
    return aEnd - aStart == bEnd - bStart
        && (aEnd == aStart || ByteFunctionHelpers.equal(a, aStart, aEnd, b, bStart, bEnd) == 1);
  }

  private static boolean sameLists(ListVector a, int i, ListVector b, int j) {
    int aStart = start(a, i);
    int bStart = start(b, j);
    int length = start(a, i + 1) - aStart;
    if (length != start(b, j + 1) - bStart) {
      return false;
    }
    for (int k = 0; k < length; k++) {
      if (!same(a.getDataVector(), aStart + k, b.getDataVector(), bStart + k)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameStructs(StructVector a, int i, StructVector b, int j) {
    for (int c = 0; c < a.size(); c++) {
      if (!same((FieldVector) a.getChildByOrdinal(c), i, (FieldVector) b.getChildByOrdinal(c), j)) {
        return false;
      }
    }
    return true;
  }
}
