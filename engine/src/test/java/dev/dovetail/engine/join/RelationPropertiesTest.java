package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.memory.SpillFolder;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.plan.Planner;
import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.RandomJoin;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.engine.testing.Seeds;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds of a relation whatever the condition says: it does not hang on which side is called
/// X, on how the rows are cut up or arranged, or on how much memory there is.
class RelationPropertiesTest {
  @TempDir private Path folder;

  static LongStream seeds() {
    return Seeds.first(150);
  }

  /// A random join whose pairs never fail: the judge says no of what compiled code leaves to it.
  private record Join(
      List<Kind> xKinds,
      List<List<Object>> xRows,
      List<Kind> yKinds,
      List<List<Object>> yRows,
      List<Expr> conjuncts) {

    static Join of(long seed, int mostRows) {
      Random random = new Random(seed);
      RandomJoin source = new RandomJoin(random);
      List<Kind> xKinds = source.kinds(List.of());
      List<Kind> yKinds = source.kinds(xKinds);
      List<Expr> conjuncts = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        conjuncts.add(source.condition(xKinds, yKinds, 2));
      }
      return new Join(
          xKinds, source.rows(xKinds, mostRows), yKinds, source.rows(yKinds, mostRows), conjuncts);
    }

    Join withRows(List<List<Object>> x, List<List<Object>> y) {
      return new Join(xKinds, x, yKinds, y, conjuncts);
    }

    Join turned() {
      return new Join(
          yKinds,
          yRows,
          xKinds,
          xRows,
          conjuncts.stream().map(RelationPropertiesTest::turned).toList());
    }

    JoinPlan plan() {
      List<Conjunct> compiled = new ArrayList<>();
      conjuncts.forEach(expr -> compiled.add(new Conjunct.Compiled(expr, "c")));
      return new JoinPlan("x", "y", compiled, Optional.empty(), OptionalInt.empty());
    }
  }

  private static Expr turned(Expr expr) {
    return expr instanceof Expr.Field(Side side, int column, String name, var type)
        ? new Expr.Field(side == Side.X ? Side.Y : Side.X, column, name, type)
        : expr.withParts(expr.parts().stream().map(RelationPropertiesTest::turned).toList());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void sidesMayChangePlaces(long seed) {
    Join join = Join.of(seed, 40);
    assertThat(pairs(join.turned()))
        .isEqualTo(new TreeSet<>(pairs(join).stream().map(Pair::turned).toList()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsMayComeInParts(long seed) {
    Join join = Join.of(seed, 40);
    Random random = new Random(~seed);
    int atX = random.nextInt(join.xRows().size() + 1);
    int atY = random.nextInt(join.yRows().size() + 1);
    TreeSet<Pair> together = new TreeSet<>();
    for (List<List<Object>> x : parts(join.xRows(), atX)) {
      for (List<List<Object>> y : parts(join.yRows(), atY)) {
        together.addAll(pairs(join.withRows(x, y)));
      }
    }
    assertThat(together).isEqualTo(pairs(join));
  }

  private static List<List<List<Object>>> parts(List<List<Object>> rows, int at) {
    return List.of(rows.subList(0, at), rows.subList(at, rows.size()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsMayComeInAnyOrder(long seed) {
    Join join = Join.of(seed, 40);
    List<List<Object>> x = new ArrayList<>(join.xRows());
    List<List<Object>> y = new ArrayList<>(join.yRows());
    Collections.shuffle(x, new Random(seed));
    Collections.shuffle(y, new Random(seed + 1));
    assertThat(pairs(join.withRows(x, y))).isEqualTo(pairs(join));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void memoryDoesNotMatter(long seed) {
    Join join = Join.of(seed, 700);
    Random random = new Random(seed);
    try (BufferAllocator plenty = new RootAllocator();
        Sides sides = new Sides(join, plenty)) {
      TreeSet<Pair> expected = sides.pairs(Optional.empty(), Executions.of(plenty));
      for (Strategy strategy : new Planner(join.plan(), sides.x, sides.y).possible()) {
        int threads = 1 + random.nextInt(2);
        SpillFolder spill = new SpillFolder(folder, OptionalLong.empty());
        try (BufferAllocator little =
                plenty.newChildAllocator("run", 0, 1L << (8 + random.nextInt(14)));
            Workers workers = new Workers(threads)) {
          Execution execution =
              new Execution(little, Optional.of(spill), workers, RunControl.unlimited());
          if (strategy != Strategy.JUDGE) {
            assertThat(sides.pairs(Optional.of(strategy.label()), execution))
                .as("%s of %s", strategy, join.conjuncts())
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  /// A match, by the keys of its rows.
  private record Pair(int x, int y) implements Comparable<Pair> {
    Pair turned() {
      return new Pair(y, x);
    }

    @Override
    public int compareTo(Pair other) {
      return x == other.x ? Integer.compare(y, other.y) : Integer.compare(x, other.x);
    }
  }

  private static TreeSet<Pair> pairs(Join join) {
    try (BufferAllocator allocator = new RootAllocator();
        Sides sides = new Sides(join, allocator)) {
      return sides.pairs(Optional.empty(), Executions.of(allocator));
    }
  }

  /// The tables of a join.
  private static final class Sides implements AutoCloseable {
    private final Join join;
    private final MemoryTable xTable;
    private final MemoryTable yTable;
    final KeyedRows x;
    final KeyedRows y;

    Sides(Join join, BufferAllocator allocator) {
      this.join = join;
      xTable = table(allocator, join.xKinds(), join.xRows());
      yTable = table(allocator, join.yKinds(), join.yRows());
      x = keyed("x", xTable, join.xKinds().size(), Executions.of(allocator));
      y = keyed("y", yTable, join.yKinds().size(), Executions.of(allocator));
    }

    private static MemoryTable table(
        BufferAllocator allocator, List<Kind> kinds, List<List<Object>> rows) {
      return MemoryTable.of(allocator, names(kinds.size()), kinds, rows, 13);
    }

    private static List<String> names(int count) {
      return IntStream.range(0, count).mapToObj(i -> "c" + i).toList();
    }

    private static KeyedRows keyed(
        String name, MemoryTable table, int columns, Execution execution) {
      List<String> names = names(columns);
      return KeyedRows.of(name, table, List.of("c0"), names.subList(1, columns), execution);
    }

    TreeSet<Pair> pairs(Optional<String> strategy, Execution execution) {
      JoinInput input = new JoinInput(y, join.plan(), new ReferenceJudge((i, j) -> false));
      JoinSettings settings = new JoinSettings(strategy, 0, 1_000);
      TreeSet<Pair> pairs = new TreeSet<>();
      JoinOutcome outcome =
          new JoinDriver(x, List.of(input), settings, execution, Progress.NONE)
              .run(
                  (first, count, perY) -> {
                    MatchBatch batch = perY.getFirst();
                    for (int k = 0; k < count; k++) {
                      for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
                        pairs.add(
                            new Pair(
                                key(join.xRows(), first + k), key(join.yRows(), batch.y()[m])));
                      }
                    }
                  });
      assertThat(outcome.failure()).isEmpty();
      return pairs;
    }

    private static int key(List<List<Object>> rows, int position) {
      return ((BigInteger) rows.get(position).getFirst()).intValueExact();
    }

    @Override
    public void close() {
      x.close();
      y.close();
      xTable.close();
      yTable.close();
    }
  }
}
