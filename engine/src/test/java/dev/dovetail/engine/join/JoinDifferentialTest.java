package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.plan.Choice;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.RandomJoin;
import dev.dovetail.engine.testing.Reference;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.engine.testing.Seeds;
import dev.dovetail.errors.DovetailException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every strategy, number of threads and morsel size gives the relation, or the first failure, that
/// a nested loop over boxed values gives.
class JoinDifferentialTest {
  static LongStream seeds() {
    return Seeds.first(150);
  }

  /// What must come out: matches per X row and input, or the first failure, or the first breach.
  private record Expected(
      List<List<List<Integer>>> matches,
      Optional<List<Integer>> failure,
      Optional<GateBreach> breach) {}

  private record Input(
      List<Kind> kinds,
      List<List<Object>> rows,
      List<Conjunct> conjuncts,
      Optional<Gate> gate,
      int opaqueModulus) {}

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void agreesWithBruteForce(long seed) {
    Random random = new Random(seed);
    RandomJoin source = new RandomJoin(random);
    List<Kind> xKinds = source.kinds(List.of());
    List<List<Object>> xRows = source.rows(xKinds, 12);
    List<Input> inputs = new ArrayList<>();
    int inputCount = 1 + random.nextInt(2);
    for (int i = 0; i < inputCount; i++) {
      inputs.add(input(random, source, xKinds));
    }
    Expected expected = bruteForce(xRows, inputs);
    try (BufferAllocator allocator = new RootAllocator()) {
      try (Side x = new Side(allocator, "x", xKinds, xRows, 1 + random.nextInt(5))) {
        List<Side> ys = new ArrayList<>();
        for (Input input : inputs) {
          ys.add(new Side(allocator, "y", input.kinds(), input.rows(), 1 + random.nextInt(5)));
        }
        for (Strategy strategy : strategies()) {
          for (int threads : new int[] {1, 2, 8}) {
            for (int morselRows : new int[] {1, 2, 7, 64}) {
              int judgePairs = List.of(1, 3, 65_536).get(random.nextInt(3));
              JoinSettings settings =
                  new JoinSettings(
                      Optional.ofNullable(strategy).map(Strategy::label), morselRows, judgePairs);
              try (BufferAllocator memory = allocator.newChildAllocator("run", 0, 1 << 20)) {
                Execution execution = Executions.of(memory, threads, RunControl.unlimited());
                run(x, ys, inputs, xRows, settings, execution, expected);
              }
            }
          }
        }
        ys.forEach(Side::close);
      }
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  /// All, and none forced.
  private static List<Strategy> strategies() {
    List<Strategy> strategies = new ArrayList<>(List.of(Strategy.values()));
    strategies.add(null);
    return strategies;
  }

  private static Input input(Random random, RandomJoin source, List<Kind> xKinds) {
    List<Kind> kinds = source.kinds(xKinds);
    List<List<Object>> rows = source.rows(kinds, 12);
    List<Conjunct> conjuncts = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      Expr expr = source.condition(xKinds, kinds, 2);
      conjuncts.add(new Conjunct.Compiled(expr, "c" + i));
    }
    int modulus = random.nextInt(3) == 0 ? 2 + random.nextInt(5) : 0;
    if (modulus > 0) {
      conjuncts.add(new Conjunct.Opaque("opaque", "a test"));
    }
    Optional<Gate> gate =
        random.nextInt(3) == 0
            ? Optional.of(
                new Gate.Equality(
                    List.of(random.nextInt(xKinds.size())), List.of(random.nextInt(kinds.size()))))
            : Optional.empty();
    if (gate.isPresent() && random.nextBoolean()) {
      // not a hash key, so the nested loop filters
      gate = Optional.of(new Gate.AnyOf(List.of(gate.get())));
    }
    return new Input(kinds, rows, conjuncts, gate, modulus);
  }

  /// The condition of an input on a pair; throws [Reference.Raised] where it fails.
  private static boolean holds(Input input, List<Object> x, List<Object> y) {
    for (Conjunct conjunct : input.conjuncts()) {
      boolean holds =
          switch (conjunct) {
            case Conjunct.Compiled(Expr expr, _) -> Reference.condition(expr, x, y);
            case Conjunct.Opaque _ -> Objects.hash(x.getFirst(), y) % input.opaqueModulus() == 0;
          };
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static boolean inside(Gate gate, List<Object> x, List<Object> y) {
    return switch (gate) {
      case Gate.Equality(List<Integer> xs, List<Integer> ys) ->
          IntStream.range(0, xs.size())
              .allMatch(i -> Reference.equal(x.get(xs.get(i)), y.get(ys.get(i))));
      case Gate.AnyOf(List<Gate> gates) -> gates.stream().anyMatch(g -> inside(g, x, y));
      default -> throw new IllegalArgumentException(gate.toString());
    };
  }

  private static Expected bruteForce(List<List<Object>> xRows, List<Input> inputs) {
    List<List<List<Integer>>> matches = new ArrayList<>();
    GateBreach breach = null;
    for (int x = 0; x < xRows.size(); x++) {
      List<List<Integer>> perInput = new ArrayList<>();
      for (int i = 0; i < inputs.size(); i++) {
        Input input = inputs.get(i);
        List<Integer> found = new ArrayList<>();
        for (int y = 0; y < input.rows().size(); y++) {
          boolean inside =
              input.gate().isEmpty()
                  || inside(input.gate().get(), xRows.get(x), input.rows().get(y));
          boolean holds;
          try {
            holds = holds(input, xRows.get(x), input.rows().get(y));
          } catch (Reference.Raised e) {
            if (inside) {
              return new Expected(List.of(), Optional.of(List.of(i, x, y)), Optional.empty());
            }
            holds = false;
          }
          if (holds && inside) {
            found.add(y);
          }
          if (holds && !inside && breach == null) {
            breach = new GateBreach(i, x, y);
          }
        }
        perInput.add(found);
      }
      matches.add(perInput);
    }
    return new Expected(matches, Optional.empty(), Optional.ofNullable(breach));
  }

  private static void run(
      Side x,
      List<Side> ys,
      List<Input> inputs,
      List<List<Object>> xRows,
      JoinSettings settings,
      Execution execution,
      Expected expected) {
    List<JoinInput> joinInputs = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Input input = inputs.get(i);
      joinInputs.add(
          new JoinInput(
              ys.get(i).rows,
              new JoinPlan("x", "y", input.conjuncts(), input.gate()),
              new ReferenceJudge((a, b) -> holds(input, xRows.get(a), input.rows().get(b)))));
    }
    JoinDriver driver;
    try {
      driver = new JoinDriver(x.rows, joinInputs, settings, execution, Progress.NONE);
    } catch (DovetailException e) {
      assertThat(settings.strategy()).isPresent();
      assertThat(settings.strategy().get()).isNotIn("nested-loop", "judge");
      return;
    }
    List<List<List<Integer>>> matches = new ArrayList<>();
    JoinOutcome outcome =
        driver.run(
            (firstX, count, perY) -> {
              assertThat(firstX).isEqualTo(matches.size());
              for (int k = 0; k < count; k++) {
                List<List<Integer>> perInput = new ArrayList<>();
                for (MatchBatch batch : perY) {
                  perInput.add(
                      IntStream.range(batch.offsets()[k], batch.offsets()[k + 1])
                          .mapToObj(m -> batch.y()[m])
                          .toList());
                }
                matches.add(perInput);
              }
            });
    String what = settings + " " + driver.choices().stream().map(Choice::strategy).toList();
    Optional<List<Integer>> failure = outcome.failure().map(f -> List.of(f.yInput(), f.x(), f.y()));
    assertThat(failure).as("failure with %s", what).isEqualTo(expected.failure());
    if (failure.isEmpty()) {
      assertThat(matches).as("matches with %s", what).isEqualTo(expected.matches());
      assertThat(outcome.breach()).as("breach with %s", what).isEqualTo(expected.breach());
      checkMetrics(outcome.metrics(), expected);
    }
  }

  private static void checkMetrics(JoinMetrics metrics, Expected expected) {
    for (int i = 0; i < metrics.inputs().size(); i++) {
      int input = i;
      JoinMetrics.Input counted = metrics.inputs().get(i);
      long matches = expected.matches().stream().mapToLong(x -> x.get(input).size()).sum();
      assertThat(counted.matches()).isEqualTo(matches);
      assertThat(counted.degreesY().buckets().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(counted.keys());
      assertThat(counted.candidates()).isGreaterThanOrEqualTo(matches);
      assertThat(counted.decidedCompiled() + counted.judged()).isEqualTo(counted.candidates());
    }
    assertThat(metrics.degreesX().buckets().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(metrics.xKeys());
  }

  /// One side of the join, its rows numbered by their key.
  private static final class Side implements AutoCloseable {
    final MemoryTable table;
    final KeyedRows rows;

    Side(
        BufferAllocator allocator,
        String name,
        List<Kind> kinds,
        List<List<Object>> values,
        int batchRows) {
      List<String> names = IntStream.range(0, kinds.size()).mapToObj(i -> "c" + i).toList();
      table = MemoryTable.of(allocator, names, kinds, values, batchRows);
      rows =
          KeyedRows.of(
              name, table, List.of("c0"), names.subList(1, names.size()), Executions.of(allocator));
    }

    @Override
    public void close() {
      rows.close();
      table.close();
    }
  }
}
