package dev.dovetail.pipelines.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.pipelines.cxl.Binder;
import dev.dovetail.pipelines.cxl.Cxl;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlParser;
import dev.dovetail.pipelines.cxl.Interpreter;
import dev.dovetail.pipelines.cxl.Scope;
import dev.dovetail.pipelines.lower.RandomRows;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

/// The candidates of two to four inputs are those that nested loops meet, in their order.
class CombineJoinTest {
  private static final long SEED = Long.getLong("seed", 1);
  private static final int ROUNDS = Integer.getInteger("combine.rounds", 300);
  private static final List<String> LINKS =
      List.of(
          "%s.i == %s.i",
          "%s.n == %s.n",
          "%s.s == %s.s",
          "%s.b == %s.b",
          "%s.d == %s.d",
          "%s.f <= %s.f",
          "%s.n < %s.n");
  private static final List<String> MORE =
      List.of(
          "%s.n / %s.n >= 1",
          "%s.i + %s.i > 0",
          "%s.b or %s.b",
          "%s.s != %s.s",
          "(%s.f ?? 0.5) < (%s.f ?? 1.5)",
          "true");

  private final Random random = new Random(SEED);

  @Test
  void chainsOfJoinsFindWhatNestedLoopsFind() throws Exception {
    int complete = 0;
    int partial = 0;
    int failed = 0;
    try (BufferAllocator allocator = new RootAllocator();
        Workers workers = new Workers(2)) {
      Execution execution =
          new Execution(allocator, Optional.empty(), workers, RunControl.unlimited());
      for (int round = 0; round < ROUNDS; round++) {
        int inputs = 2 + random.nextInt(3);
        List<String> qualifiers = List.of("a", "b", "c", "d").subList(0, inputs);
        int driver = random.nextInt(inputs);
        String text = condition(qualifiers);
        Where where = where(text, qualifiers, driver);
        List<List<Object[]>> rows = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        try {
          for (int i = 0; i < inputs; i++) {
            rows.add(RandomRows.rows(random, random.nextInt(10)));
            tables.add(RandomRows.table(rows.getLast(), allocator));
          }
          Candidates found =
              new CombineJoin(
                      where,
                      qualifiers,
                      tables,
                      driver,
                      JoinSettings.DEFAULT,
                      execution,
                      Progress.NONE)
                  .run();
          List<String> expected = new NestedLoops(where, rows, driver).lines();
          assertThat(lines(found, inputs))
              .as("seed %d, round %d, driver %d: %s", SEED, round, driver, text)
              .isEqualTo(expected);
          for (String line : expected) {
            complete += line.endsWith("0") ? 1 : 0;
            partial += line.endsWith("1") ? 1 : 0;
            failed += line.endsWith("2") ? 1 : 0;
          }
        } finally {
          tables.forEach(Table::close);
        }
      }
    }
    assertThat(List.of(complete, partial, failed)).allMatch(count -> count > ROUNDS / 20);
  }

  /// Each input is linked to one before it.
  private String condition(List<String> qualifiers) {
    List<String> parts = new ArrayList<>();
    for (int i = 1; i < qualifiers.size(); i++) {
      String other = qualifiers.get(random.nextInt(i));
      parts.add(any(LINKS).formatted(other, qualifiers.get(i)));
    }
    for (int more = random.nextInt(3); more > 0; more--) {
      parts.add(any(MORE).formatted(any(qualifiers), any(qualifiers)));
    }
    java.util.Collections.shuffle(parts, random);
    return String.join(" and ", parts.stream().map(part -> "(" + part + ")").toList());
  }

  private String any(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static Where where(String text, List<String> qualifiers, int driver) throws Exception {
    Scope scope =
        new Scope(
            qualifiers.stream()
                .map(q -> new Scope.Input(Optional.of(q), RandomRows.FIELDS))
                .toList());
    Cxl tree = CxlParser.expression(text);
    return Where.of(Binder.condition(tree, scope), tree, qualifiers, driver);
  }

  private static List<String> lines(Candidates candidates, int inputs) {
    List<String> lines = new ArrayList<>();
    int[] rows = new int[inputs];
    for (int i = 0; i < candidates.count(); i++) {
      candidates.copyInto(i, rows);
      lines.add(Arrays.toString(rows) + " " + candidates.state(i));
    }
    return lines;
  }

  /// The same by nothing but loops and the interpreter.
  private static final class NestedLoops {
    private final Where where;
    private final List<List<Object[]>> inputs;
    private final int driver;
    private final Interpreter interpreter;
    private final List<String> lines = new ArrayList<>();
    private final int[] rows;

    NestedLoops(Where where, List<List<Object[]>> inputs, int driver) {
      this.where = where;
      this.inputs = inputs;
      this.driver = driver;
      this.interpreter = new Interpreter(where.slots());
      this.rows = new int[inputs.size()];
    }

    List<String> lines() {
      for (int row = 0; row < inputs.get(driver).size(); row++) {
        Arrays.fill(rows, -1);
        rows[driver] = row;
        step(0, false);
      }
      return lines;
    }

    private void step(int index, boolean lacks) {
      if (index == where.steps().size()) {
        lines.add(Arrays.toString(rows) + " " + (lacks ? 1 : 0));
        return;
      }
      Where.Step step = where.steps().get(index);
      boolean readable =
          step.parts().stream()
              .flatMapToInt(part -> part.inputs().stream())
              .allMatch(input -> input == step.input() || rows[input] >= 0);
      boolean found = false;
      for (int row = 0; readable && row < inputs.get(step.input()).size(); row++) {
        rows[step.input()] = row;
        boolean matches = true;
        boolean fails = false;
        for (Part part : step.parts()) {
          try {
            interpreter.at((input, column) -> inputs.get(input).get(rows[input])[column]);
            matches &=
                interpreter.isTrue(part.term()) && (part.kind() != Part.Kind.RANGE || finite(part));
          } catch (CxlFailure failure) {
            fails = true;
          }
        }
        if (matches && !fails) {
          found = true;
          step(index + 1, lacks);
        } else if (matches && !lacks) {
          found = true;
          lines.add(Arrays.toString(rows) + " 2");
        }
      }
      rows[step.input()] = -1;
      if (!found) {
        step(index + 1, true);
      }
    }

    private boolean finite(Part part) throws CxlFailure {
      for (var side :
          List.of(
              ((dev.dovetail.pipelines.cxl.Term.Compare) part.term()).left(),
              ((dev.dovetail.pipelines.cxl.Term.Compare) part.term()).right())) {
        if (interpreter.value(side) instanceof Double number && !Double.isFinite(number)) {
          return false;
        }
      }
      return true;
    }
  }
}
