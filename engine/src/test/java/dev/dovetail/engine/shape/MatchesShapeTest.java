package dev.dovetail.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.join.JoinDriver;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.spaces.BatchSink;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MatchesShapeTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void allMemoryIsFreed() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  /// Keeps what is written as boxed rows.
  private static final class Rows implements BatchSink {
    final List<Map<String, Object>> rows = new ArrayList<>();
    int batches;

    @Override
    public void write(VectorSchemaRoot batch) {
      batches++;
      for (int r = 0; r < batch.getRowCount(); r++) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (var vector : batch.getFieldVectors()) {
          row.put(vector.getName(), boxed(vector.getObject(r)));
        }
        rows.add(row);
      }
    }

    private static Object boxed(Object value) {
      return switch (value) {
        case null -> null;
        case List<?> list -> list.stream().map(Rows::boxed).toList();
        case Map<?, ?> map -> {
          Map<String, Object> copy = new LinkedHashMap<>();
          map.forEach((name, part) -> copy.put((String) name, boxed(part)));
          yield copy;
        }
        case Number number -> number;
        case byte[] bytes -> Arrays.toString(bytes);
        default -> value.toString();
      };
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  private static BigInteger n(long value) {
    return BigInteger.valueOf(value);
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }

  private record Table(MemoryTable table, KeyedRows rows) implements AutoCloseable {
    @Override
    public void close() {
      rows.close();
      table.close();
    }
  }

  private Table table(
      String space, List<String> names, List<Kind> kinds, int batchRows, List<List<Object>> rows) {
    MemoryTable table = MemoryTable.of(allocator, names, kinds, rows, batchRows);
    return new Table(
        table, KeyedRows.of(space, table, List.of("id"), List.of("k"), Executions.of(allocator)));
  }

  /// Joins on `k` and writes the matches.
  private Rows join(Table x, List<Table> ys, Duplicates duplicates, int morselRows) {
    Conjunct equal =
        new Conjunct.Compiled(
            new Expr.Compare(
                Comparison.EQUAL,
                new Expr.Field(Side.X, 1, "k", ValueType.INTEGER),
                new Expr.Field(Side.Y, 1, "k", ValueType.INTEGER)),
            "x['k'] == y['k']");
    List<JoinInput> inputs =
        ys.stream()
            .map(
                y ->
                    new JoinInput(
                        y.rows(),
                        new JoinPlan("x", "y", List.of(equal), Optional.empty()),
                        new ReferenceJudge((a, b) -> false)))
            .toList();
    JoinDriver driver =
        new JoinDriver(
            x.rows(),
            inputs,
            new JoinSettings(Optional.empty(), morselRows, 100),
            Executions.of(allocator, 2, RunControl.unlimited()),
            Progress.NONE);
    Rows rows = new Rows();
    MatchesShape shape =
        new MatchesShape(
            x.rows(),
            x.table(),
            ys.stream().map(y -> new MatchesShape.Part(y.rows(), y.table())).toList(),
            duplicates,
            rows,
            Executions.of(allocator, 2, RunControl.unlimited()));
    driver.run(shape);
    shape.complete();
    assertThat(shape.rowsWritten()).isEqualTo(rows.rows.size());
    return rows;
  }

  @Test
  void severalSpacesGiveTheUnionOfColumnsAndTheNameOfTheSpace() {
    List<Kind> intIntText = List.of(Kind.INT64, Kind.INT64, Kind.TEXT);
    try (Table x =
            table(
                "x",
                List.of("id", "k"),
                List.of(Kind.INT64, Kind.INT64),
                1,
                List.of(row(n(1), n(5)), row(n(2), n(6)), row(n(3), n(7))));
        Table b =
            table(
                "b",
                List.of("id", "k", "color"),
                intIntText,
                1,
                List.of(row(n(10), n(5), "red"), row(n(11), n(5), null)));
        Table a =
            table(
                "a",
                List.of("id", "k", "size"),
                List.of(Kind.INT64, Kind.INT64, Kind.FLOAT64),
                2,
                List.of(row(n(10), n(5), 3.0), row(n(12), n(6), 4.0)))) {
      List<Map<String, Object>> rows = join(x, List.of(b, a), Duplicates.EXPAND, 1).rows;
      assertThat(rows.toString())
          .isEqualTo(
              "[{id=1, k=5, matches=[{id=10, k=5, color=red, _space=b}, {id=11, k=5, _space=b},"
                  + " {id=10, k=5, size=3.0, _space=a}]}, {id=2, k=6, matches=[{id=12, k=6,"
                  + " size=4.0, _space=a}]}, {id=3, k=7, matches=[]}]");
    }
  }

  @Test
  void repeatedKeysExpandOrCollapseAndEveryRowOfAMatchedKeyIsListed() {
    List<String> names = List.of("id", "k", "v");
    List<Kind> kinds = List.of(Kind.INT64, Kind.INT64, Kind.TEXT);
    List<List<Object>> xRows =
        List.of(
            row(n(1), n(5), "a"),
            row(n(2), n(6), "b"),
            row(n(1), n(5), "c"),
            row(n(3), n(5), "d"),
            row(n(2), n(6), "e"));
    List<List<Object>> yRows =
        List.of(
            row(n(20), n(5), "p"),
            row(n(21), n(5), "q"),
            row(n(20), n(5), "r"),
            row(n(22), n(6), "s"));
    for (int morselRows : new int[] {1, 2, 64}) {
      for (int batchRows : new int[] {1, 2, 64}) {
        try (Table x = table("x", names, kinds, batchRows, xRows);
            Table y = table("y", names, kinds, batchRows, yRows)) {
          assertThat(brief(join(x, List.of(y), Duplicates.EXPAND, morselRows)))
              .isEqualTo("a[pqr] b[s] c[pqr] d[pqr] e[s]");
          assertThat(brief(join(x, List.of(y), Duplicates.COLLAPSE, morselRows)))
              .isEqualTo("a[pqr] b[s] d[pqr]");
        }
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static String brief(Rows rows) {
    return String.join(
        " ",
        rows.rows.stream()
            .map(
                row ->
                    row.get("v")
                        + "["
                        + String.join(
                            "",
                            ((List<Map<String, Object>>) row.get("matches"))
                                .stream().map(entry -> (String) entry.get("v")).toList())
                        + "]")
            .toList());
  }

  @Test
  void allTypesAndSizesAreCopiedAsTheyAre() {
    Random random = new Random(7);
    List<Kind> kinds = new ArrayList<>(List.of(Kind.INT64, Kind.INT64));
    kinds.addAll(List.of(Kind.values()));
    List<String> names = new ArrayList<>(List.of("id", "k"));
    for (Kind kind : Kind.values()) {
      names.add(kind.name());
    }
    for (int size : new int[] {0, 1, 2, 63, 64, 65, 1000}) {
      List<List<Object>> rows = new ArrayList<>();
      for (int r = 0; r < size; r++) {
        List<Object> row = new ArrayList<>(List.of(n(r), n(r % 50)));
        for (Kind kind : Kind.values()) {
          row.add(
              random.nextInt(6) == 0 ? null : kind.pool().get(random.nextInt(kind.pool().size())));
        }
        rows.add(row);
      }
      try (Table x = table("x", names, kinds, 10, rows);
          Table y = table("y", names, kinds, 17, rows)) {
        Rows source = new Rows();
        for (int b = 0; b < x.table().batchCount(); b++) {
          source.write(x.table().batch(b));
        }
        List<Map<String, Object>> written = join(x, List.of(y), Duplicates.EXPAND, 0).rows;
        assertThat(written).hasSize(size);
        for (int r = 0; r < size; r++) {
          Map<String, Object> expected = new LinkedHashMap<>(source.rows.get(r));
          List<Object> matches = new ArrayList<>();
          for (int m = r % 50; m < size; m += 50) {
            Map<String, Object> entry = new LinkedHashMap<>(source.rows.get(m));
            // structs show only what is there
            entry.values().removeIf(value -> value == null);
            matches.add(entry);
          }
          expected.put("matches", matches);
          assertThat(written.get(r)).isEqualTo(expected);
        }
      }
    }
  }

  private static MatchesSchema.Side side(String space, Field... fields) {
    return new MatchesSchema.Side(space, new Schema(List.of(fields)));
  }

  private static final ArrowType INT = new ArrowType.Int(64, true);

  @Test
  void reservedNamesAreRefused() {
    var plain = side("y", Field.nullable("id", INT));
    assertThatThrownBy(
            () -> MatchesShape.schema(side("x", Field.nullable("matches", INT)), List.of(plain)))
        .hasMessageContainingAll("E110", "'x'", "matches");
    var marked = side("z", Field.nullable("_space", INT));
    assertThat(MatchesShape.schema(plain, List.of(marked)).getFields()).hasSize(2);
    assertThatThrownBy(() -> MatchesShape.schema(plain, List.of(plain, marked)))
        .hasMessageContainingAll("E110", "'z'", "_space");
  }

  @Test
  void aColumnOfTwoTypesIsRefused() {
    assertThatThrownBy(
            () ->
                MatchesShape.schema(
                    side("x", Field.nullable("id", INT)),
                    List.of(
                        side("a", Field.nullable("v", INT)),
                        side("b", Field.nullable("v", ArrowType.Utf8.INSTANCE)))))
        .hasMessageContainingAll("E105", "'v'", "'a'", "'b'", "Int", "Utf8");
  }
}
