package dev.dovetail.pipelines.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.join.JoinDriver;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.plan.Planner;
import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.pipelines.cxl.Binder;
import dev.dovetail.pipelines.cxl.Condition;
import dev.dovetail.pipelines.cxl.Cxl;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlParser;
import dev.dovetail.pipelines.cxl.Interpreter;
import dev.dovetail.pipelines.cxl.Term;
import dev.dovetail.pipelines.lower.RandomConditions;
import dev.dovetail.pipelines.lower.RandomRows;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The engine's joins say of pairs what a double loop over the parts of a `where` says.
class StepPlanTest {
  private static final long SEED = Long.getLong("seed", 1);
  private static final int ROUNDS = Integer.getInteger("combine.rounds", 150);
  private static final List<String> LINKS =
      List.of(
          "l.i == r.i",
          "l.n == r.i",
          "l.f == r.i",
          "l.s == r.s",
          "l.d == r.d",
          "l.m == r.m",
          "l.b == r.b",
          "l.s.upper() == r.s.lower()",
          "l.i < r.n",
          "l.n >= r.f",
          "l.f <= r.f",
          "l.d > r.d",
          "l.m < r.n",
          "l.n + 1 >= r.i",
          "l.i / r.n > r.f",
          "l.i * r.i > 0",
          "1 % r.n == 1",
          "true");
  private static final Layout LAYOUT =
      (input, column) -> new Layout.Column(input == 0 ? Side.X : Side.Y, column);

  private static Where where(String text) throws Exception {
    Cxl tree = CxlParser.expression(text);
    Condition condition = Binder.condition(tree, RandomRows.SCOPE);
    return Where.of(condition, tree, List.of("l", "r"), 0);
  }

  @Test
  void everyStrategySaysWhatADoubleLoopSays() throws Exception {
    Random random = new Random(SEED);
    RandomConditions conditions = new RandomConditions(random);
    Set<String> used = new TreeSet<>();
    int failures = 0;
    try (BufferAllocator allocator = new RootAllocator();
        Workers workers = new Workers(2)) {
      Execution execution =
          new Execution(allocator, Optional.empty(), workers, RunControl.unlimited());
      for (int round = 0; round < ROUNDS; round++) {
        StringBuilder text = new StringBuilder(LINKS.get(random.nextInt(LINKS.size())));
        for (int more = random.nextInt(3); more > 0; more--) {
          text.append(" and ")
              .append(
                  random.nextBoolean()
                      ? LINKS.get(random.nextInt(LINKS.size()))
                      : conditions.bool(2));
        }
        Where where;
        try {
          where = where(text.toString());
        } catch (Where.Refused refused) {
          continue; // such as l.i / r.n > r.f alone
        }
        List<Object[]> left = RandomRows.rows(random, random.nextInt(9));
        List<Object[]> right = RandomRows.rows(random, random.nextInt(9));
        List<String> expected = doubleLoop(where, left, right);
        failures += (int) expected.stream().filter(line -> line.endsWith("!")).count();
        try (Table l = RandomRows.table(left, allocator);
            Table r = RandomRows.table(right, allocator);
            KeyedRows x = KeyedRows.ofRows("l", l, execution);
            KeyedRows y = KeyedRows.ofRows("r", r, execution)) {
          JoinInput input =
              new StepPlan(where.steps().getFirst().parts(), LAYOUT, l, r)
                  .input("l", "r", y, where.slots());
          for (Strategy strategy : new Planner(input.plan(), x, y).possible()) {
            used.add(strategy.label());
            List<String> found = new ArrayList<>();
            new JoinDriver(
                    x,
                    List.of(input),
                    JoinSettings.DEFAULT
                        .withStrategy(Optional.of(strategy.label()))
                        .withOnFailure(OnFailure.CONTINUE),
                    execution,
                    Progress.NONE)
                .run((first, count, perY) -> lines(perY.getFirst(), found));
            found.sort(null);
            assertThat(found)
                .as("seed %d, round %d, %s: %s", SEED, round, strategy, text)
                .isEqualTo(expected);
          }
        }
      }
    }
    assertThat(used).contains("hash", "range", "nested-loop", "judge");
    assertThat(failures).as("failed pairs").isPositive();
  }

  private static void lines(MatchBatch batch, List<String> lines) {
    for (int k = 0; k < batch.count(); k++) {
      for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
        lines.add((batch.firstX() + k) + "-" + batch.y()[m]);
      }
    }
    batch.failed().forEach(pair -> lines.add(pair.x() + "-" + pair.y() + "!"));
  }

  private static List<String> doubleLoop(Where where, List<Object[]> left, List<Object[]> right) {
    Interpreter interpreter = new Interpreter(where.slots());
    List<String> lines = new ArrayList<>();
    for (int a = 0; a < left.size(); a++) {
      for (int b = 0; b < right.size(); b++) {
        Object[] x = left.get(a);
        Object[] y = right.get(b);
        interpreter.at((input, column) -> input == 0 ? x[column] : y[column]);
        boolean failed = false;
        boolean matches = true;
        for (Part part : where.steps().getFirst().parts()) {
          try {
            boolean finite =
                part.kind() != Part.Kind.RANGE
                    || (isFinite(interpreter.value(((Term.Compare) part.term()).left()))
                        && isFinite(interpreter.value(((Term.Compare) part.term()).right())));
            matches &= finite && interpreter.isTrue(part.term());
          } catch (CxlFailure failure) {
            failed = true;
          }
        }
        if (matches) {
          lines.add(a + "-" + b + (failed ? "!" : ""));
        }
      }
    }
    lines.sort(null);
    return lines;
  }

  private static boolean isFinite(Object value) {
    return !(value instanceof Double number) || Double.isFinite(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          l.i > 0 | E313 | relates 'l' to 'r'
          l.i == r.i or l.n == r.n | E313 |
          l.i != r.i | E313 |
          l.i == l.n and r.i == r.n | E313 |
          l.s < r.s | E327 | string
          l.b <= r.b | E327 | bool
          l.i.min(l.f) >= r.i | E327 | int or float
          l.i == r.i and l.f.clamp(0, 10) < r.f | E327 |
          """)
  void aWhereThatCannotBeRunIsRefused(String text, String code, String words) {
    assertThatThrownBy(() -> where(text))
        .isInstanceOfSatisfying(
            Where.Refused.class,
            refused -> {
              assertThat(refused.fault().code().name()).isEqualTo(code);
              assertThat(refused.fault().what()).contains(words == null ? "" : words);
            });
  }
}
