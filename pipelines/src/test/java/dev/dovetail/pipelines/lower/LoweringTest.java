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
import dev.dovetail.pipelines.cxl.Interpreter;
import dev.dovetail.spaces.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

/// What is lowered says what the interpreter says.
class LoweringTest {
  private static final long SEED = Long.getLong("seed", 1);
  private static final int CONDITIONS = Integer.getInteger("cxl.conditions", 1_500);
  private static final int ROWS = 12;

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
      List<Object[]> left = RandomRows.rows(random, ROWS);
      List<Object[]> right = RandomRows.rows(random, ROWS);
      try (Table l = RandomRows.table(left, allocator);
          Table r = RandomRows.table(right, allocator);
          KeyedRows x = KeyedRows.ofRows("l", l, execution);
          KeyedRows y = KeyedRows.ofRows("r", r, execution)) {
        for (int i = 0; i < CONDITIONS; i++) {
          String text = conditions.bool(3);
          Condition condition = Binder.condition(CxlParser.expression(text), RandomRows.SCOPE);
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
        RandomRows.FIELDS.get(column).name(),
        ValueType.of(table.schema().getFields().get(column)));
  }
}
