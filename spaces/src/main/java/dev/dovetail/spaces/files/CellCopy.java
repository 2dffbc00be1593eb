package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Copies cells of a foreign vector into a canonical one; a value that the canonical type cannot
/// hold exactly is E213. NULLs are left out: the target's cells are NULL until written.
interface CellCopy {
  void copy(int from, int to);

  /// The copy from one vector to another.
  ///
  /// @param message the field as the message states it, with its dictionary
  /// @param dictionaries canonical value vectors by id
  static CellCopy of(
      String file,
      Field message,
      FieldVector from,
      FieldVector to,
      Map<Long, FieldVector> dictionaries) {
    return new Builder(file, message.getName(), dictionaries).copier(message, from, to);
  }

  /// Chooses the copy for each pair of types.
  final class Builder {
    private static final long DAY_MILLIS = 86_400_000L;

    private final String file;
    private final String column;
    private final Map<Long, FieldVector> dictionaries;

    private Builder(String file, String column, Map<Long, FieldVector> dictionaries) {
      this.file = file;
      this.column = column;
      this.dictionaries = dictionaries;
    }

    private CellCopy copier(Field message, FieldVector from, FieldVector to) {
      DictionaryEncoding encoding = message.getDictionary();
      if (encoding != null) {
        return decode(encoding.getId(), from, to);
      }
      ListSpans spans = ListSpans.of(from);
      CellCopy present =
          spans != null ? lists(message, spans, (ListVector) to) : scalars(message, from, to);
      return from instanceof NullVector
          ? present
          : (i, j) -> {
            if (!from.isNull(i)) {
              present.copy(i, j);
            }
          };
    }

    private CellCopy scalars(Field message, FieldVector from, FieldVector to) {
      return switch (from) {
        case NullVector _ -> (_, _) -> {};
        case BaseLargeVariableWidthVector large ->
            (i, j) -> putBytes((BaseVariableWidthVector) to, j, large.get(i));
        case BaseVariableWidthViewVector view ->
            (i, j) -> putBytes((BaseVariableWidthVector) to, j, view.get(i));
        case FixedSizeBinaryVector fixed ->
            (i, j) -> putBytes((BaseVariableWidthVector) to, j, fixed.get(i));
        case Float2Vector half -> (i, j) -> ((Float4Vector) to).setSafe(j, half.getValueAsFloat(i));
        case DateMilliVector millis ->
            (i, j) -> ((DateDayVector) to).setSafe(j, day(millis.get(i), i));
        case TimeSecVector time -> time(to, i -> time.get(i) * 1_000_000L);
        case TimeMilliVector time -> time(to, i -> time.get(i) * 1000L);
        case TimeNanoVector time -> time(to, i -> micros(time.get(i), i));
        case Decimal256Vector wide when to instanceof DecimalVector narrow ->
            (i, j) -> narrow.setSafe(j, wide.getObject(i));
        case StructVector struct -> structs(message, struct, (StructVector) to);
        default -> (i, j) -> to.copyFromSafe(i, j, from);
      };
    }

    private CellCopy decode(long id, FieldVector from, FieldVector to) {
      BaseIntVector indices = (BaseIntVector) from;
      FieldVector values = dictionaries.get(id);
      if (values == null) {
        throw Faults.damaged(file, "the dictionary of column '" + column + "' is missing");
      }
      return (i, j) -> {
        if (from.isNull(i)) {
          return;
        }
        long index = indices.getValueAsLong(i);
        if (index < 0 || index >= values.getValueCount()) {
          throw Faults.damaged(
              file,
              "column '"
                  + column
                  + "' asks for entry "
                  + index
                  + " of a dictionary of "
                  + values.getValueCount());
        }
        if (!values.isNull((int) index)) {
          to.copyFromSafe((int) index, j, values);
        }
      };
    }

    private CellCopy lists(Field message, ListSpans from, ListVector to) {
      CellCopy element =
          copier(message.getChildren().getFirst(), from.elements(), to.getDataVector());
      return (i, j) -> {
        int first = from.start().applyAsInt(i);
        int count = from.size().applyAsInt(i);
        int start = to.startNewValue(j);
        for (int k = 0; k < count; k++) {
          element.copy(first + k, start + k);
        }
        to.endValue(j, count);
      };
    }

    private CellCopy structs(Field message, StructVector from, StructVector to) {
      List<CellCopy> members = new ArrayList<>();
      List<FieldVector> source = from.getChildrenFromFields();
      List<FieldVector> target = to.getChildrenFromFields();
      for (int k = 0; k < source.size(); k++) {
        members.add(copier(message.getChildren().get(k), source.get(k), target.get(k)));
      }
      return (i, j) -> {
        while (to.getValueCapacity() <= j) {
          to.reAlloc();
        }
        to.setIndexDefined(j);
        for (CellCopy member : members) {
          member.copy(i, j);
        }
      };
    }

    private static void putBytes(BaseVariableWidthVector to, int row, byte @Nullable [] bytes) {
      if (bytes != null) {
        to.setSafe(row, bytes);
      }
    }

    private static CellCopy time(FieldVector to, java.util.function.IntToLongFunction micros) {
      return (i, j) -> ((TimeMicroVector) to).setSafe(j, micros.applyAsLong(i));
    }

    private long micros(long nanos, int row) {
      if (nanos % 1000 != 0) {
        throw lossy(row, "a time of " + nanos + " ns, finer than a microsecond");
      }
      return nanos / 1000;
    }

    private int day(long millis, int row) {
      long day = millis / DAY_MILLIS;
      if (millis % DAY_MILLIS != 0 || day != (int) day) {
        throw lossy(row, "a date of " + millis + " ms, which is no day");
      }
      return (int) day;
    }

    private DovetailException lossy(int row, String what) {
      return new DovetailException(
          ErrorCode.E213,
          "column '" + column + "' holds " + what,
          file + ", row " + (row + 1) + " of its batch",
          "Round the column, or write it with another type.");
    }
  }
}
