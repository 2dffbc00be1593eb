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
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.engine.testing.Seeds;
import dev.dovetail.spaces.BatchSink;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Flat shapes against a nested loop over rows. Rows are a key, the value that is joined on, a time
/// and the row's own number.
class FlatShapeTest {
  private static final List<String> NAMES = List.of("id", "k", "t", "row");
  private static final List<Kind> KINDS = List.of(Kind.INT64, Kind.INT64, Kind.INT64, Kind.INT64);

  static LongStream seeds() {
    return Seeds.first(40);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyShapeIsWhatANestedLoopMakes(long seed) {
    Random random = new Random(seed);
    List<Long[]> x = rows(random, random.nextInt(40));
    List<List<Long[]>> ys = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      ys.add(rows(random, random.nextInt(40)));
    }
    for (JoinShape shape : JoinShape.values()) {
      for (Duplicates duplicates : Duplicates.values()) {
        boolean one = shape == JoinShape.AS_OF;
        if (shape != JoinShape.MATCHES && (!one || ys.size() == 1)) {
          assertThat(joined(x, ys, shape, duplicates, 1 + random.nextInt(9)))
              .as("seed %s, %s, %s", seed, shape, duplicates)
              .isEqualTo(expected(x, ys, shape, duplicates));
        }
      }
    }
  }

  /// Rows whose other fields follow from the key, as a key demands, but for the row's number.
  private static List<Long[]> rows(Random random, int count) {
    List<Long[]> rows = new ArrayList<>();
    int keys = 1 + random.nextInt(40);
    long[] times = random.longs(keys, 0, 6).toArray();
    for (long r = 0; r < count; r++) {
      int key = random.nextInt(keys);
      Long time = key % 7 == 3 ? null : times[key];
      rows.add(new Long[] {(long) key, key % 5L, time, r});
    }
    return rows;
  }

  /// The output as `x row|y input.y row` for each row.
  private static List<String> expected(
      List<Long[]> x, List<List<Long[]>> ys, JoinShape shape, Duplicates duplicates) {
    List<String> rows = new ArrayList<>();
    List<boolean[]> matched = new ArrayList<>(ys.stream().map(y -> new boolean[y.size()]).toList());
    for (int r = 0; r < x.size(); r++) {
      Long[] xRow = x.get(r);
      boolean first = IntStream.range(0, r).noneMatch(q -> x.get(q)[0].equals(xRow[0]));
      if (duplicates == Duplicates.COLLAPSE && !first) {
        continue;
      }
      List<String> matches = new ArrayList<>();
      Optional<int[]> latest = Optional.empty();
      for (int i = 0; i < ys.size(); i++) {
        for (int j = 0; j < ys.get(i).size(); j++) {
          Long[] yRow = ys.get(i).get(j);
          if (yRow[1].equals(xRow[1])) {
            matches.add(i + "." + j);
            matched.get(i)[j] = true;
            if (ys.size() == 1
                && yRow[2] != null
                && (latest.isEmpty() || yRow[2] >= ys.get(i).get(latest.get()[1])[2])) {
              latest = Optional.of(new int[] {i, j});
            }
          }
        }
      }
      String none = r + "|-";
      switch (shape) {
        case INNER, RIGHT -> matches.forEach(match -> rows.add(xRow[3] + "|" + match));
        case LEFT, FULL -> {
          matches.forEach(match -> rows.add(xRow[3] + "|" + match));
          if (matches.isEmpty()) {
            rows.add(none);
          }
        }
        case FIRST -> rows.add(matches.isEmpty() ? none : r + "|" + matches.getFirst());
        case AS_OF -> rows.add(latest.map(m -> xRow[3] + "|" + m[0] + "." + m[1]).orElse(none));
        case SEMI -> {
          if (!matches.isEmpty()) {
            rows.add(none);
          }
        }
        case ANTI -> {
          if (matches.isEmpty()) {
            rows.add(none);
          }
        }
        case DEGREES -> rows.add(r + "|" + matches.size());
        case MATCHES -> throw new IllegalStateException();
      }
    }
    if (shape == JoinShape.RIGHT || shape == JoinShape.FULL) {
      for (int i = 0; i < ys.size(); i++) {
        for (int j = 0; j < ys.get(i).size(); j++) {
          if (!matched.get(i)[j]) {
            rows.add("-|" + i + "." + j);
          }
        }
      }
    }
    return rows;
  }

  private static List<String> joined(
      List<Long[]> x,
      List<List<Long[]>> ys,
      JoinShape shape,
      Duplicates duplicates,
      int morselRows) {
    List<String> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator()) {
      Execution execution = Executions.of(allocator, 2, RunControl.unlimited());
      List<AutoCloseable> open = new ArrayList<>();
      MemoryTable xTable = table(x, allocator);
      open.add(xTable);
      KeyedRows xRows = KeyedRows.of("x", xTable, List.of("id"), List.of("k", "t"), execution);
      open.add(xRows);
      List<MatchesShape.Part> parts = new ArrayList<>();
      List<JoinInput> inputs = new ArrayList<>();
      for (int i = 0; i < ys.size(); i++) {
        MemoryTable yTable = table(ys.get(i), allocator);
        open.add(yTable);
        KeyedRows yRows =
            KeyedRows.of("y" + i, yTable, List.of("id"), List.of("k", "t"), execution);
        open.add(yRows);
        parts.add(new MatchesShape.Part(yRows, yTable));
        inputs.add(
            new JoinInput(
                yRows,
                new JoinPlan(
                    "x",
                    "y",
                    List.of(EQUAL),
                    Optional.empty(),
                    shape == JoinShape.AS_OF ? OptionalInt.of(2) : OptionalInt.empty()),
                new ReferenceJudge((a, b) -> false)));
      }
      try (FlatShape flat =
          new FlatShape(
              shape,
              xRows,
              xTable,
              parts,
              duplicates,
              new Written(rows, shape, ys.size() > 1),
              execution)) {
        new JoinDriver(
                xRows,
                inputs,
                new JoinSettings(Optional.empty(), morselRows, 100),
                execution,
                Progress.NONE)
            .run(flat);
        flat.complete();
        assertThat(flat.rowsWritten()).isEqualTo(rows.size());
      }
      for (AutoCloseable one : open.reversed()) {
        one.close();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return rows;
  }

  private static final Conjunct EQUAL =
      new Conjunct.Compiled(
          new Expr.Compare(
              Comparison.EQUAL,
              new Expr.Field(Side.X, 1, "k", ValueType.INTEGER),
              new Expr.Field(Side.Y, 1, "k", ValueType.INTEGER)),
          "x['k'] == y['k']");

  private static MemoryTable table(List<Long[]> rows, BufferAllocator allocator) {
    return MemoryTable.of(
        allocator,
        NAMES,
        KINDS,
        rows.stream()
            .map(
                row ->
                    Arrays.stream(row)
                        .map(value -> value == null ? null : (Object) BigInteger.valueOf(value))
                        .toList())
            .map(row -> (List<Object>) new ArrayList<>(row))
            .toList(),
        3);
  }

  /// Reads back which rows were written.
  private record Written(List<String> rows, JoinShape shape, boolean several) implements BatchSink {
    @Override
    public void write(VectorSchemaRoot batch) {
      for (int r = 0; r < batch.getRowCount(); r++) {
        Object x = value(batch, "row", r);
        if (shape == JoinShape.DEGREES) {
          rows.add(x + "|" + value(batch, "degree", r));
          continue;
        }
        Object y = shape.showsY() ? value(batch, "row_y", r) : null;
        Object space = several && shape.showsY() ? value(batch, "_space", r) : "y0";
        rows.add(
            (x == null ? "-" : x)
                + "|"
                + (y == null ? "-" : space.toString().substring(1) + "." + y));
      }
    }

    private static Object value(VectorSchemaRoot batch, String column, int row) {
      FieldVector vector = batch.getVector(column);
      return vector.getObject(row);
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  @Test
  void columnsOfYAreRenamedWhereXHasTheName() {
    Field id = Field.nullable("id", new ArrowType.Int(64, true));
    Field name = Field.nullable("name", ArrowType.Utf8.INSTANCE);
    Field taken = Field.nullable("id_y", ArrowType.Utf8.INSTANCE);
    var x = new MatchesSchema.Side("x", new Schema(List.of(id, name)));
    var y = new MatchesSchema.Side("y", new Schema(List.of(id)));
    assertThat(names(FlatShape.schema(JoinShape.LEFT, x, List.of(y)))).isEqualTo("id, name, id_y");
    assertThat(names(FlatShape.schema(JoinShape.INNER, y, List.of(x, y))))
        .isEqualTo("id, id_y, name, _space");
    assertThat(names(FlatShape.schema(JoinShape.DEGREES, x, List.of(y))))
        .isEqualTo("id, name, degree");
    var clash = new MatchesSchema.Side("x", new Schema(List.of(id, taken)));
    assertThatThrownBy(() -> FlatShape.schema(JoinShape.INNER, clash, List.of(y)))
        .hasMessageContainingAll("E110", "id_y");
  }

  private static String names(Schema schema) {
    return String.join(", ", schema.getFields().stream().map(Field::getName).toList());
  }

  @Test
  void shapesAreFoundByName() {
    assertThat(
            Arrays.stream(JoinShape.values())
                .map(JoinShape::label)
                .sorted(Comparator.naturalOrder()))
        .allMatch(label -> JoinShape.named(label).isPresent());
    assertThat(JoinShape.named("sideways")).isEmpty();
  }
}
