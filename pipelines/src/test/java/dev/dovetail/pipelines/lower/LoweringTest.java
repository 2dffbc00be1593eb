package dev.dovetail.pipelines.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.pipelines.cxl.Binder;
import dev.dovetail.pipelines.cxl.Condition;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlParser;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Interpreter;
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
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/// What is lowered says what the interpreter says.
class LoweringTest {
  private static final long SEED = Long.getLong("seed", 1);
  private static final int CONDITIONS = Integer.getInteger("cxl.conditions", 1_500);
  private static final int ROWS = 12;

  private static final List<Scope.Field> FIELDS =
      List.of(
          new Scope.Field("i", Simple.INT),
          new Scope.Field("n", Simple.INT),
          new Scope.Field("f", Simple.FLOAT),
          new Scope.Field("s", Simple.STRING),
          new Scope.Field("b", Simple.BOOL),
          new Scope.Field("d", Simple.DATE),
          new Scope.Field("m", new CxlType.Decimal(2)));
  private static final Scope SCOPE =
      new Scope(
          List.of(
              new Scope.Input(Optional.of("l"), FIELDS),
              new Scope.Input(Optional.of("r"), FIELDS)));
  private static final Map<String, List<Object>> POOLS =
      Map.of(
          "i", List.of(0L, 1L, -1L, 7L, 9007199254740993L, Long.MAX_VALUE, Long.MIN_VALUE),
          "n", Arrays.asList(null, null, 2L, 5L),
          "f",
              Arrays.asList(
                  null, 0.0, -0.0, 0.5, Double.NaN, Double.POSITIVE_INFINITY, 9007199254740992.0),
          "s", Arrays.asList(null, "", "ab", "AB", " é ", "😀", "\uFFFD"),
          "b", Arrays.asList(null, true, false),
          "d", Arrays.asList(null, LocalDate.of(2024, 2, 29), LocalDate.of(2024, 3, 1)),
          "m",
              Arrays.asList(
                  null, new BigDecimal("1.20"), new BigDecimal("1.00"), new BigDecimal("-3.00")));

  private static List<Object[]> rows(Random random) {
    List<Object[]> rows = new ArrayList<>();
    for (int r = 0; r < ROWS; r++) {
      rows.add(
          FIELDS.stream()
              .map(
                  field ->
                      POOLS.get(field.name()).get(random.nextInt(POOLS.get(field.name()).size())))
              .toArray());
    }
    return rows;
  }

  private static Table table(List<Object[]> rows, BufferAllocator allocator) throws CxlFailure {
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

  @Test
  void whatIsLoweredSaysWhatTheInterpreterSays() throws Exception {
    Random random = new Random(SEED);
    RandomConditions conditions = new RandomConditions(random);
    int lowered = 0;
    long pairs = 0;
    long decided = 0;
    try (BufferAllocator allocator = new RootAllocator();
        Workers workers = new Workers(1)) {
      Execution execution =
          new Execution(allocator, Optional.empty(), workers, RunControl.unlimited());
      List<Object[]> left = rows(random);
      List<Object[]> right = rows(random);
      try (Table l = table(left, allocator);
          Table r = table(right, allocator);
          KeyedRows x = KeyedRows.ofRows("l", l, execution);
          KeyedRows y = KeyedRows.ofRows("r", r, execution)) {
        for (int i = 0; i < CONDITIONS; i++) {
          String text = conditions.bool(3);
          Condition condition = Binder.condition(CxlParser.expression(text), SCOPE);
          Lowering lowering = new Lowering((input, column) -> Optional.of(field(l, input, column)));
          Optional<List<Expr>> parts = lowering.parts(condition.term());
          if (parts.isEmpty()) {
            continue;
          }
          lowered++;
          PairTest test = new PairTests(x, y).condition(new Expr.And(parts.get()));
          Interpreter interpreter = new Interpreter(condition.slots());
          for (int a = 0; a < ROWS; a++) {
            for (int b = 0; b < ROWS; b++) {
              Object[] xRow = left.get(a);
              Object[] yRow = right.get(b);
              interpreter.at((input, column) -> input == 0 ? xRow[column] : yRow[column]);
              byte found = test.test(a, b);
              pairs++;
              decided += found == PairTest.UNDECIDED ? 0 : 1;
              String place =
                  "seed %d: %s at %s, %s"
                      .formatted(SEED, text, Arrays.toString(xRow), Arrays.toString(yRow));
              try {
                boolean expected = interpreter.isTrue(condition.term());
                if (found != PairTest.UNDECIDED) {
                  assertThat(found == PairTest.TRUE).as(place).isEqualTo(expected);
                }
              } catch (CxlFailure failure) {
                assertThat(found)
                    .as(place + ": " + failure.getMessage())
                    .isEqualTo(PairTest.UNDECIDED);
              }
            }
          }
        }
      }
    }
    assertThat(lowered).as("conditions that were lowered").isGreaterThan(CONDITIONS / 3);
    assertThat(decided).as("decided of " + pairs + " pairs").isGreaterThan(pairs / 2);
  }

  private static Expr.Field field(Table table, int input, int column) {
    return new Expr.Field(
        input == 0 ? Side.X : Side.Y,
        column,
        FIELDS.get(column).name(),
        ValueType.of(table.schema().getFields().get(column)));
  }
}
