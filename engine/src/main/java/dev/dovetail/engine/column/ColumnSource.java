package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.Native;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.TransferPair;
import org.jspecify.annotations.Nullable;

/// Where the values of a column lie, which is in several vectors (*parts*) of one type. Valid as
/// long as the vectors are. Thread-safe.
///
/// Written for speed: addresses are resolved once.
public final class ColumnSource {
  /// 0 where no value of the part is NULL.
  final long[] validity;

  final long[] data;
  final long[] offsets;
  final boolean[] absent;
  final boolean mayBeNull;
  private final @Nullable FieldVector[] vectors;
  private final List<ColumnSource> children;

  private ColumnSource(@Nullable FieldVector[] vectors, List<ColumnSource> children) {
    this.validity = new long[vectors.length];
    this.data = new long[vectors.length];
    this.offsets = new long[vectors.length];
    this.absent = new boolean[vectors.length];
    this.vectors = vectors;
    this.children = children;
    boolean nulls = false;
    for (int part = 0; part < vectors.length; part++) {
      FieldVector vector = vectors[part];
      if (vector == null) {
        absent[part] = true;
        nulls = true;
        continue;
      }
      nulls |= vector.getNullCount() > 0;
      switch (vector) {
        case BaseFixedWidthVector fixed -> {
          validity[part] = fixed.getValidityBufferAddress();
          data[part] = fixed.getDataBufferAddress();
        }
        case BaseVariableWidthVector bytes -> {
          validity[part] = bytes.getValidityBufferAddress();
          data[part] = bytes.getDataBufferAddress();
          offsets[part] = bytes.getOffsetBufferAddress();
        }
        case ListVector lists -> {
          validity[part] = lists.getValidityBufferAddress();
          offsets[part] = lists.getOffsetBufferAddress();
        }
        case StructVector structs -> validity[part] = structs.getValidityBufferAddress();
        default -> {
          // a column of NULLs has no buffers
        }
      }
    }
    this.mayBeNull = nulls;
    for (int part = 0; part < vectors.length; part++) {
      FieldVector vector = vectors[part];
      if (vector != null && vector.getNullCount() == 0) {
        validity[part] = 0;
      }
    }
  }

  /// The source over a column's vectors.
  ///
  /// @param vectors null where a part of the rows lacks the column
  public static ColumnSource of(@Nullable FieldVector[] vectors) {
    FieldVector sample = null;
    for (FieldVector vector : vectors) {
      sample = vector != null ? vector : sample;
    }
    List<ColumnSource> children =
        switch (sample) {
          case ListVector _ -> List.of(of(children(vectors, 0)));
          case StructVector struct -> {
            ColumnSource[] members = new ColumnSource[struct.size()];
            for (int c = 0; c < members.length; c++) {
              members[c] = of(children(vectors, c));
            }
            yield List.of(members);
          }
          case null, default -> List.of();
        };
    return new ColumnSource(vectors, children);
  }

  private static @Nullable FieldVector[] children(@Nullable FieldVector[] vectors, int index) {
    @Nullable FieldVector[] children = new FieldVector[vectors.length];
    for (int part = 0; part < vectors.length; part++) {
      FieldVector vector = vectors[part];
      children[part] = vector == null ? null : vector.getChildrenFromFields().get(index);
    }
    return children;
  }

  /// The chosen rows as a vector of their own that shares the buffers, if they lie one behind the
  /// other in a vector that has any. It is the caller's to close, and counts among the memory of
  /// the vectors, which it keeps.
  ///
  /// @param field of the new vector, of the same type
  Optional<FieldVector> share(RowSelection rows, Field field) {
    FieldVector vector = rows.isOneRun() ? vectors[rows.part[0]] : null;
    if (vector == null || vector instanceof NullVector) {
      return Optional.empty();
    }
    TransferPair pair = vector.getTransferPair(field, vector.getAllocator());
    pair.splitAndTransfer(rows.row[0], rows.count);
    return Optional.of((FieldVector) pair.getTo());
  }

  ColumnSource child(int index) {
    return children.get(index);
  }

  boolean isNull(int part, int row) {
    if (part < 0 || absent[part]) {
      return true;
    }
    long bits = validity[part];
    return bits != 0 && ((Native.getByte(bits + (row >>> 3)) >> (row & 7)) & 1) == 0;
  }
}
