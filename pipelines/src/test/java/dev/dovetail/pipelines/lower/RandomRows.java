package dev.dovetail.pipelines.lower;

import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Scope;
import dev.dovetail.pipelines.rows.ColumnType;
import dev.dovetail.pipelines.rows.ValueWriter;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Random rows over the fields that [RandomConditions] names, with the values that are odd.
public final class RandomRows {
  public static final List<Scope.Field> FIELDS =
      List.of(
          new Scope.Field("i", Simple.INT),
          new Scope.Field("n", Simple.INT),
          new Scope.Field("f", Simple.FLOAT),
          new Scope.Field("s", Simple.STRING),
          new Scope.Field("b", Simple.BOOL),
          new Scope.Field("d", Simple.DATE),
          new Scope.Field("m", new CxlType.Decimal(2)));
  public static final Scope SCOPE =
      new Scope(
          List.of(
              new Scope.Input(Optional.of("l"), FIELDS),
              new Scope.Input(Optional.of("r"), FIELDS)));
  private static final Map<String, List<Object>> POOLS =
      Map.of(
          "i", List.of(0L, 1L, -1L, 7L, 9007199254740993L, Long.MAX_VALUE, Long.MIN_VALUE),
          "n", Arrays.asList(null, 0L, 2L, 5L),
          "f",
              Arrays.asList(
                  null, 0.0, -0.0, 0.5, Double.NaN, Double.POSITIVE_INFINITY, 9007199254740992.0),
          "s", Arrays.asList(null, "", "ab", "AB", " é ", "😀", "\uFFFD"),
          "b", Arrays.asList(null, true, false),
          "d", Arrays.asList(null, LocalDate.of(2024, 2, 29), LocalDate.of(2024, 3, 1)),
          "m",
              Arrays.asList(
                  null, new BigDecimal("1.20"), new BigDecimal("1.00"), new BigDecimal("-3.00")));

  public static List<Object[]> rows(Random random, int count) {
    List<Object[]> rows = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      rows.add(
          FIELDS.stream()
              .map(
                  field ->
                      POOLS.get(field.name()).get(random.nextInt(POOLS.get(field.name()).size())))
              .toArray());
    }
    return rows;
  }

  public static Table table(List<Object[]> rows, BufferAllocator allocator) throws CxlFailure {
    Schema schema =
        new Schema(FIELDS.stream().map(f -> ColumnType.field(f.name(), f.type())).toList());
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    for (int c = 0; c < FIELDS.size(); c++) {
      ValueWriter writer = ValueWriter.of(root.getVector(c));
      for (int r = 0; r < rows.size(); r++) {
        writer.write(r, rows.get(r)[c]);
      }
    }
    root.setRowCount(rows.size());
    return MemoryTable.of(schema, List.of(root));
  }

  private RandomRows() {}
}
