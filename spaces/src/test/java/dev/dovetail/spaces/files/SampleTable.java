package dev.dovetail.spaces.files;

import dev.dovetail.spaces.Types;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Tables with every canonical type and every value that formats like to lose.
final class SampleTable {
  static final List<String> LEAVES =
      List.of(
          "int8",
          "int16",
          "int32",
          "int64",
          "uint8",
          "uint16",
          "uint32",
          "uint64",
          "float32",
          "float64",
          "bool",
          "utf8",
          "binary",
          "date",
          "time",
          "decimal(5,2)",
          "decimal(18,0)",
          "decimal(38,10)",
          "decimal(76,38)",
          "timestamp(s)",
          "timestamp(ms)",
          "timestamp(us)",
          "timestamp(ns)",
          "timestamp(s,UTC)",
          "timestamp(us,Europe/Berlin)",
          "timestamp(ns,+05:30)",
          "duration(s)",
          "duration(ms)",
          "duration(us)",
          "duration(ns)");

  static final List<String> NESTED =
      List.of(
          "list<int64>",
          "list<list<utf8>>",
          "struct<a:utf8,b:struct<c:float64>>",
          "list<struct<id:uint64,tags:list<utf8>,at:timestamp(ns,UTC),d:duration(s)>>",
          "struct<l:list<decimal(40,5)>,t:timestamp(s)>");

  private final Random random;

  SampleTable(Random random) {
    this.random = random;
  }

  static Schema schema(List<String> types) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (String type : types) {
      columns.put("c " + type, type);
    }
    return Types.schema(columns);
  }

  VectorSchemaRoot batch(Schema schema, int rows, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    root.allocateNew();
    for (FieldVector vector : root.getFieldVectors()) {
      for (int row = 0; row < rows; row++) {
        put(vector, row);
      }
    }
    root.setRowCount(rows);
    return root;
  }

  private void put(FieldVector vector, int row) {
    if (random.nextInt(5) == 0) {
      return;
    }
    switch (vector) {
      case BitVector bits -> bits.setSafe(row, random.nextInt(2));
      case BaseIntVector integers -> {
        while (((BaseFixedWidthVector) vector).getValueCapacity() <= row) {
          vector.reAlloc();
        }
        integers.setWithPossibleTruncate(row, wholeNumber());
      }
      case Float4Vector floats ->
          floats.setSafe(
              row,
              pick(
                  Float.NaN,
                  -0.0f,
                  0.1f,
                  Float.MIN_VALUE,
                  Float.MAX_VALUE,
                  Float.POSITIVE_INFINITY,
                  Float.NEGATIVE_INFINITY,
                  random.nextFloat()));
      case Float8Vector doubles ->
          doubles.setSafe(
              row,
              pick(
                  Double.NaN,
                  -0.0,
                  0.1,
                  1e300,
                  Double.MIN_VALUE,
                  9007199254740993.0,
                  Double.POSITIVE_INFINITY,
                  Double.NEGATIVE_INFINITY,
                  random.nextGaussian()));
      case VarCharVector texts ->
          texts.setSafe(
              row,
              pick(
                      "",
                      "x",
                      " a ",
                      "NULL",
                      "line\nend\r\n",
                      "\"quoted\"",
                      "a,b;c\td",
                      "\u00e9\uD83D\uDE00",
                      "007",
                      "\\",
                      "'",
                      "#no comment",
                      "caf\u00e9 e\u0301")
                  .getBytes(java.nio.charset.StandardCharsets.UTF_8));
      case VarBinaryVector bytes ->
          bytes.setSafe(row, pick(new byte[0], new byte[] {0, -1, 10}, new byte[] {1}));
      case DateDayVector days -> days.setSafe(row, pick(0, -1, 19782, -719162, 2932896));
      case TimeMicroVector times ->
          times.setSafe(row, pick(0L, 86_399_999_999L, 36_000_000_000L, 1L));
      case DecimalVector decimals -> decimals.setSafe(row, decimal(vector));
      case Decimal256Vector decimals -> decimals.setSafe(row, decimal(vector));
      case TimeStampVector stamps -> stamps.setSafe(row, instant(vector));
      case DurationVector durations ->
          durations.setSafe(row, pick(0L, -1L, 1L, 86_400L, 3_723_000_000_001L, -999L));
      case ListVector list -> {
        int start = list.startNewValue(row);
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          put(list.getDataVector(), start + i);
        }
        list.endValue(row, count);
      }
      case StructVector struct -> {
        while (struct.getValueCapacity() <= row) {
          struct.reAlloc();
        }
        struct.setIndexDefined(row);
        struct.getChildrenFromFields().forEach(child -> put(child, row));
      }
      default -> throw new AssertionError(vector.getField());
    }
  }

  private long wholeNumber() {
    return pick(
        0L,
        1L,
        -1L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        (1L << 53) + 1,
        -(1L << 53) - 1,
        random.nextLong());
  }

  private BigDecimal decimal(FieldVector vector) {
    ArrowType.Decimal type = (ArrowType.Decimal) vector.getField().getType();
    BigInteger most = BigInteger.TEN.pow(type.getPrecision()).subtract(BigInteger.ONE);
    return new BigDecimal(
        pick(most, most.negate(), BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(-12)),
        type.getScale());
  }

  /// Times from the first to the last that ISO text can spell, with all digits of the unit.
  private long instant(FieldVector vector) {
    TimeUnit unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    return unit == TimeUnit.NANOSECOND
        ? pick(0L, -1L, 1L, -9_223_372_036_854_775_807L / 2, 1_709_209_800_000_000_001L)
        : pick(0L, -1L, 1L, 951_782_400L, -2_208_988_801L);
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  static List<List<Object>> values(List<VectorSchemaRoot> batches) {
    List<List<Object>> rows = new ArrayList<>();
    for (VectorSchemaRoot batch : batches) {
      for (int row = 0; row < batch.getRowCount(); row++) {
        List<Object> cells = new ArrayList<>();
        for (FieldVector vector : batch.getFieldVectors()) {
          cells.add(Loaded.value(vector, row));
        }
        rows.add(cells);
      }
    }
    return rows;
  }

  static Map<String, Field> types(Schema schema) {
    Map<String, Field> types = new LinkedHashMap<>();
    schema.getFields().forEach(field -> types.put(field.getName(), field));
    return types;
  }
}
