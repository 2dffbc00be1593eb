package dev.dovetail.spaces;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;

/// Rows of tests: plain Java values in and out of Arrow batches. Dates, times, timestamps and
/// durations are their stored numbers, a struct is the list of its fields, bytes are hex text.
final class Rows {
  private Rows() {}

  static List<Object> row(Object... values) {
    return java.util.Arrays.asList(values);
  }

  static VectorSchemaRoot batch(
      BufferAllocator allocator, Schema schema, List<? extends List<?>> rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    root.allocateNew();
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < schema.getFields().size(); column++) {
        set(root.getVector(column), row, rows.get(row).get(column));
      }
    }
    root.setRowCount(rows.size());
    return root;
  }

  static List<List<Object>> all(Table table) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < table.batchCount(); i++) {
      rows.addAll(all(table.batch(i)));
    }
    return rows;
  }

  static List<List<Object>> all(VectorSchemaRoot batch) {
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.getRowCount(); row++) {
      List<Object> values = new ArrayList<>();
      for (FieldVector vector : batch.getFieldVectors()) {
        values.add(value(vector, row));
      }
      rows.add(values);
    }
    return rows;
  }

  static void set(FieldVector vector, int row, Object value) {
    switch (vector) {
      case ListVector list when value != null -> {
        List<?> items = (List<?>) value;
        int start = list.startNewValue(row);
        for (int i = 0; i < items.size(); i++) {
          set(list.getDataVector(), start + i, items.get(i));
        }
        list.endValue(row, items.size());
      }
      case StructVector struct -> {
        if (value == null) {
          struct.setNull(row);
        } else {
          struct.setIndexDefined(row);
        }
        for (int i = 0; i < struct.size(); i++) {
          Object member = value == null ? null : ((List<?>) value).get(i);
          set((FieldVector) struct.getChildByOrdinal(i), row, member);
        }
      }
      case FieldVector any when value == null -> {
        if (any instanceof BaseFixedWidthVector fixed) {
          fixed.setNull(row);
        } else {
          any.setNull(row);
        }
      }
      case BitVector bits -> bits.setSafe(row, (Boolean) value ? 1 : 0);
      case BaseIntVector integer -> {
        grow(vector, row);
        integer.setWithPossibleTruncate(row, ((Number) value).longValue());
      }
      case Float4Vector floats -> floats.setSafe(row, (Float) value);
      case Float8Vector doubles -> doubles.setSafe(row, (Double) value);
      case DecimalVector decimal -> decimal.setSafe(row, (BigDecimal) value);
      case Decimal256Vector decimal -> decimal.setSafe(row, (BigDecimal) value);
      case VarCharVector text ->
          text.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector bytes -> bytes.setSafe(row, HexFormat.of().parseHex((String) value));
      case DateDayVector date -> date.setSafe(row, (Integer) value);
      case TimeMicroVector time -> time.setSafe(row, (Long) value);
      case TimeStampVector stamp -> stamp.setSafe(row, (Long) value);
      case DurationVector duration -> duration.setSafe(row, (Long) value);
      default -> throw new IllegalArgumentException(vector.getField().toString());
    }
  }

  static Object value(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector) {
      case ListVector list -> {
        List<Object> items = new ArrayList<>();
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          items.add(value(list.getDataVector(), i));
        }
        yield items;
      }
      case StructVector struct -> {
        List<Object> members = new ArrayList<>();
        for (int i = 0; i < struct.size(); i++) {
          members.add(value((FieldVector) struct.getChildByOrdinal(i), row));
        }
        yield members;
      }
      case BitVector bits -> bits.get(row) == 1;
      case BaseIntVector integer -> integer.getValueAsLong(row);
      case Float4Vector floats -> floats.get(row);
      case Float8Vector doubles -> doubles.get(row);
      case DecimalVector decimal -> decimal.getObject(row);
      case Decimal256Vector decimal -> decimal.getObject(row);
      case VarCharVector text -> new String(text.get(row), StandardCharsets.UTF_8);
      case VarBinaryVector bytes -> HexFormat.of().formatHex(bytes.get(row));
      case DateDayVector date -> date.get(row);
      case TimeMicroVector time -> time.get(row);
      case TimeStampVector stamp -> stamp.get(row);
      case DurationVector duration -> {
        ArrowBuf value = duration.get(row);
        yield value.getLong(0);
      }
      default -> throw new IllegalArgumentException(vector.getField().toString());
    };
  }

  private static void grow(FieldVector vector, int row) {
    while (vector.getValueCapacity() <= row) {
      vector.reAlloc();
    }
  }
}
