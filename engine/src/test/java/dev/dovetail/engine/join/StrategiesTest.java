package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.plan.Planner;
import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.Reference;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.engine.testing.Seeds;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every strategy that can run a join finds what the nested loop finds: for all pairs of orderings,
/// bands, keys, alternatives and the latest match; on one thread and several, in memory and
/// spilled.
class StrategiesTest {
  private static final List<Comparison> ORDERINGS =
      List.of(
          Comparison.LESS,
          Comparison.LESS_OR_EQUAL,
          Comparison.GREATER,
          Comparison.GREATER_OR_EQUAL);

  private static final List<Constant> WIDTHS =
      List.of(
          new Constant.Int(BigInteger.ZERO),
          new Constant.Int(BigInteger.ONE),
          new Constant.Int(BigInteger.valueOf(-3)),
          new Constant.Int(BigInteger.TWO.pow(70)),
          new Constant.Bool(true),
          new Constant.Real(0.5),
          new Constant.Real(-0.0),
          new Constant.Real(1.2),
          new Constant.Real(Double.POSITIVE_INFINITY),
          new Constant.Real(Double.NEGATIVE_INFINITY),
          new Constant.Real(Double.NaN),
          new Constant.Decimal(new BigDecimal("1.5")));

  private static final Set<Kind> INTEGERS = EnumSet.of(Kind.INT64, Kind.INT8, Kind.UINT64);

  private static final Set<Strategy> SEEN = EnumSet.noneOf(Strategy.class);

  @TempDir private Path folder;

  static Stream<Arguments> pairsOfOrderings() {
    return ORDERINGS.stream().flatMap(a -> ORDERINGS.stream().map(b -> Arguments.of(a, b)));
  }

  @ParameterizedTest
  @MethodSource("pairsOfOrderings")
  void twoRangesFindWhatTheNestedLoopFinds(Comparison first, Comparison second) {
    for (Kind kind :
        List.of(Kind.INT64, Kind.UINT64, Kind.FLOAT64, Kind.TEXT, Kind.BOOL, Kind.INT8)) {
      Random random = new Random(kind.ordinal());
      for (int size : new int[] {0, 1, 2, 7, 65, 200}) {
        List<Kind> kinds = List.of(Kind.INT64, kind, kind);
        check(
            kinds,
            rows(random, kinds, size, false),
            kinds,
            rows(random, kinds, random.nextInt(size + 1), false),
            List.of(compare(first, 1, 1, kind, kind), compare(second, 2, 2, kind, kind)),
            Optional.empty(),
            OptionalInt.empty());
      }
    }
  }

  static LongStream seeds() {
    return Seeds.first(600);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomConditionsFindWhatTheNestedLoopFinds(long seed) {
    Random random = new Random(seed);
    List<Kind> xKinds = kinds(random);
    List<Kind> yKinds = kinds(random);
    List<Conjunct> conjuncts = new ArrayList<>();
    for (int i = 0; i < random.nextInt(4); i++) {
      conjuncts.add(
          switch (random.nextInt(6)) {
            case 0 -> alternative(random, xKinds, yKinds);
            case 1 -> difference(random, xKinds, yKinds);
            default -> comparison(random, xKinds, yKinds);
          });
    }
    boolean nulls = random.nextInt(3) == 0;
    check(
        xKinds,
        rows(random, xKinds, random.nextInt(90), nulls),
        yKinds,
        rows(random, yKinds, random.nextInt(90), nulls),
        conjuncts,
        random.nextInt(3) == 0 ? Optional.of(gate(random)) : Optional.empty(),
        random.nextInt(4) == 0 ? OptionalInt.of(random.nextInt(3)) : OptionalInt.empty());
  }

  static LongStream prefixSeeds() {
    return Seeds.first(60);
  }

  @ParameterizedTest
  @MethodSource("prefixSeeds")
  void prefixesFindWhatTheNestedLoopFinds(long seed) {
    Random random = new Random(seed);
    List<Kind> kinds = List.of(Kind.INT64, Kind.TEXT, Kind.TEXT);
    List<List<Object>> xRows = texts(random, random.nextInt(90));
    List<List<Object>> yRows = texts(random, random.nextInt(90));
    Expr x = field(Side.X, 1, Kind.TEXT);
    Expr y = field(Side.Y, 2, Kind.TEXT);
    Expr begins =
        random.nextBoolean()
            ? Function.TEXT_STARTS_WITH.of(x, y)
            : Function.TEXT_STARTS_WITH.of(y, x);
    check(
        kinds,
        xRows,
        kinds,
        yRows,
        List.of(new Conjunct.Compiled(begins, "begins")),
        Optional.empty(),
        OptionalInt.empty());
  }

  /// Texts of which many begin alike, some beyond the first eight bytes, some with a zero byte.
  private static List<List<Object>> texts(Random random, int count) {
    List<String> parts = List.of("", "a", "b", "é", "\0", "abcdefgh", "\uD83D\uDE00");
    boolean nulls = random.nextInt(3) == 0;
    List<List<Object>> rows = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      List<Object> row = new ArrayList<>();
      row.add(BigInteger.valueOf(r));
      for (int c = 0; c < 2; c++) {
        StringBuilder text = new StringBuilder();
        for (int p = random.nextInt(5); p > 0; p--) {
          text.append(parts.get(random.nextInt(parts.size())));
        }
        row.add(nulls && random.nextInt(20) == 0 ? null : text.toString());
      }
      rows.add(row);
    }
    return rows;
  }

  static LongStream selfSeeds() {
    return Seeds.first(120);
  }

  /// Joined with itself, a table whose condition is symmetric gives what it gives with its copy.
  @ParameterizedTest
  @MethodSource("selfSeeds")
  void aTableWithItselfFindsWhatItFindsWithItsCopy(long seed) {
    Random random = new Random(seed);
    List<Kind> kinds = List.of(Kind.INT64, Kind.INT8, Kind.FLOAT64);
    List<List<Object>> rows = rows(random, kinds, random.nextInt(200), false);
    Expr.Field x = field(Side.X, 1, Kind.INT8);
    Expr.Field y = field(Side.Y, 1, Kind.INT8);
    Expr.Field u = field(Side.X, 2, Kind.FLOAT64);
    Expr.Field v = field(Side.Y, 2, Kind.FLOAT64);
    List<Expr> symmetric =
        List.of(
            new Expr.Compare(Comparison.EQUAL, x, y),
            new Expr.Compare(Comparison.NOT_EQUAL, v, u),
            new Expr.Compare(
                Comparison.LESS_OR_EQUAL,
                Function.FLOAT_ABS.of(Function.FLOAT_SUBTRACT.of(u, v)),
                new Expr.Literal(new Constant.Real(0.5))),
            new Expr.Compare(
                Comparison.GREATER, Function.INT_ADD.of(y, x), new Expr.Literal(WIDTHS.get(1))),
            new Expr.Compare(
                Comparison.EQUAL, Function.INT_XOR.of(x, y), Function.INT_MAX.of(y, x)));
    List<Conjunct> conjuncts = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      conjuncts.add(
          new Conjunct.Compiled(symmetric.get(random.nextInt(symmetric.size())), "both ways"));
    }
    JoinPlan plan = new JoinPlan("x", "y", conjuncts, Optional.empty(), OptionalInt.empty());
    try (BufferAllocator plenty = new RootAllocator();
        BufferAllocator little = new RootAllocator(1 << 16);
        MemoryTable table = table(plenty, kinds, rows);
        KeyedRows one = keyed("x", table, Executions.of(plenty));
        KeyedRows copy = keyed("y", table, Executions.of(plenty))) {
      for (Strategy strategy : new Planner(plan, one, copy).possible()) {
        if (strategy == Strategy.JUDGE) {
          continue;
        }
        Optional<String> forced = Optional.of(strategy.label());
        List<String> expected = run(plan, one, copy, forced, Executions.of(plenty));
        for (Execution execution :
            List.of(
                Executions.of(plenty, 2, RunControl.unlimited()),
                Executions.spilling(little, 1, folder))) {
          assertThat(run(plan, one, one, forced, execution))
              .as("%s of %s over %s", strategy, conjuncts, rows)
              .isEqualTo(expected);
        }
      }
    }
  }

  /// A key and two columns with values that are comparable often.
  private static List<Kind> kinds(Random random) {
    List<Kind> some =
        List.of(Kind.INT64, Kind.INT64, Kind.INT8, Kind.UINT64, Kind.FLOAT64, Kind.BOOL);
    return List.of(
        Kind.INT64, some.get(random.nextInt(some.size())), some.get(random.nextInt(some.size())));
  }

  private static Gate gate(Random random) {
    int x = random.nextInt(3);
    int y = random.nextInt(3);
    return switch (random.nextInt(4)) {
      case 0 -> new Gate.Band(x, y, new Constant.Int(BigInteger.valueOf(random.nextInt(4) - 1)));
      case 1 -> new Gate.Band(x, y, new Constant.Real(random.nextInt(5) / 2.0));
      case 2 -> new Gate.RangeOverlap(x, random.nextInt(3), y, random.nextInt(3));
      default ->
          new Gate.AnyOf(
              List.of(
                  new Gate.Equality(List.of(x), List.of(y)),
                  new Gate.Band(y, x, new Constant.Int(BigInteger.ONE))));
    };
  }

  private static Conjunct comparison(Random random, List<Kind> x, List<Kind> y) {
    int i = random.nextInt(3);
    int j = random.nextInt(3);
    return compare(
        Comparison.values()[random.nextInt(Comparison.values().length)], i, j, x.get(i), y.get(j));
  }

  private static Conjunct alternative(Random random, List<Kind> x, List<Kind> y) {
    List<Expr> operands = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      int i = random.nextInt(3);
      int j = random.nextInt(3);
      operands.add(
          new Expr.Compare(
              Comparison.EQUAL, field(Side.X, i, x.get(i)), field(Side.Y, j, y.get(j))));
    }
    return new Conjunct.Compiled(new Expr.Or(operands), "or");
  }

  /// A difference of a field of each side, or its size, against a width that some of them reach.
  private static Conjunct difference(Random random, List<Kind> x, List<Kind> y) {
    int i = random.nextInt(3);
    int j = random.nextInt(3);
    boolean real = x.get(i) == Kind.FLOAT64 && y.get(j) == Kind.FLOAT64;
    if (!real && !(INTEGERS.contains(x.get(i)) && INTEGERS.contains(y.get(j)))) {
      return comparison(random, x, y);
    }
    boolean mirrored = random.nextBoolean();
    Expr ofX = field(Side.X, i, x.get(i));
    Expr ofY = field(Side.Y, j, y.get(j));
    Expr between =
        (real ? Function.FLOAT_SUBTRACT : Function.INT_SUBTRACT)
            .of(mirrored ? ofY : ofX, mirrored ? ofX : ofY);
    Expr compared =
        random.nextInt(3) == 0
            ? between
            : (real ? Function.FLOAT_ABS : Function.INT_ABS).of(between);
    Expr width = new Expr.Literal(WIDTHS.get(random.nextInt(WIDTHS.size())));
    Comparison op = ORDERINGS.get(random.nextInt(ORDERINGS.size()));
    return new Conjunct.Compiled(
        random.nextBoolean()
            ? new Expr.Compare(op, compared, width)
            : new Expr.Compare(op, width, compared),
        "difference");
  }

  private static Conjunct compare(Comparison op, int i, int j, Kind x, Kind y) {
    return new Conjunct.Compiled(
        new Expr.Compare(op, field(Side.X, i, x), field(Side.Y, j, y)),
        "x" + i + " " + op.symbol() + " y" + j);
  }

  private static Expr.Field field(Side side, int column, Kind kind) {
    Field field = new Field("c", FieldType.nullable(kind.type()), List.of());
    return new Expr.Field(side, column, "c" + column, ValueType.of(field));
  }

  private static List<List<Object>> rows(
      Random random, List<Kind> kinds, int count, boolean nulls) {
    boolean tame = random.nextBoolean();
    List<List<Object>> rows = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      List<Object> row = new ArrayList<>();
      row.add(BigInteger.valueOf(r));
      for (Kind kind : kinds.subList(1, kinds.size())) {
        boolean small = kind == Kind.INT64 && (tame || random.nextBoolean());
        row.add(
            nulls && random.nextInt(30) == 0
                ? null
                : small
                    ? BigInteger.valueOf(random.nextInt(20))
                    : kind.pool().get(random.nextInt(kind.pool().size())));
      }
      rows.add(row);
    }
    return rows;
  }

  private void check(
      List<Kind> xKinds,
      List<List<Object>> xRows,
      List<Kind> yKinds,
      List<List<Object>> yRows,
      List<Conjunct> conjuncts,
      Optional<Gate> gate,
      OptionalInt latestBy) {
    JoinPlan plan = new JoinPlan("x", "y", conjuncts, gate, latestBy);
    try (BufferAllocator plenty = new RootAllocator();
        BufferAllocator little = new RootAllocator(1 << 16);
        MemoryTable xTable = table(plenty, xKinds, xRows);
        MemoryTable yTable = table(plenty, yKinds, yRows);
        KeyedRows x = keyed("x", xTable, Executions.of(plenty));
        KeyedRows y = keyed("y", yTable, Executions.of(plenty))) {
      List<Strategy> possible;
      List<String> expected;
      try {
        possible = new Planner(plan, x, y).possible();
        expected = run(plan, x, y, Optional.of("nested-loop"), Executions.of(plenty));
      } catch (DovetailException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.E111);
        return;
      }
      for (Strategy strategy : possible) {
        if (strategy == Strategy.JUDGE) {
          continue;
        }
        SEEN.add(strategy);
        for (int threads : new int[] {1, 2}) {
          for (Execution execution :
              List.of(
                  Executions.of(plenty, threads, RunControl.unlimited()),
                  Executions.spilling(little, threads, folder))) {
            assertThat(run(plan, x, y, Optional.of(strategy.label()), execution))
                .as("%s of %s over %s and %s", strategy, plan, xRows, yRows)
                .isEqualTo(expected);
          }
        }
      }
      assertThat(run(plan, x, y, Optional.empty(), Executions.of(plenty))).isEqualTo(expected);
    }
  }

  private static KeyedRows keyed(String name, MemoryTable table, Execution execution) {
    return KeyedRows.of(name, table, List.of("c0"), List.of("c1", "c2"), execution);
  }

  private static MemoryTable table(
      BufferAllocator allocator, List<Kind> kinds, List<List<Object>> rows) {
    return MemoryTable.of(allocator, List.of("c0", "c1", "c2"), kinds, rows, 11);
  }

  /// The relation, and where it failed. The judge calls every undecided pair a failure.
  private static List<String> run(
      JoinPlan plan, KeyedRows x, KeyedRows y, Optional<String> strategy, Execution execution) {
    JoinInput input =
        new JoinInput(
            y,
            plan,
            new ReferenceJudge(
                (i, j) -> {
                  throw new Reference.Raised("raised");
                }));
    List<String> relation = new ArrayList<>();
    JoinOutcome outcome =
        new JoinDriver(
                x, List.of(input), new JoinSettings(strategy, 0, 10), execution, Progress.NONE)
            .run(
                (first, count, perY) -> {
                  MatchBatch batch = perY.getFirst();
                  for (int k = 0; k < count; k++) {
                    int[] ys =
                        Arrays.copyOfRange(batch.y(), batch.offsets()[k], batch.offsets()[k + 1]);
                    relation.add((first + k) + ":" + Arrays.toString(ys));
                  }
                });
    if (outcome.failure().isPresent()) {
      PairFailure failure = outcome.failure().get();
      return List.of("failed at " + failure.x() + ", " + failure.y());
    }
    return relation;
  }

  @AfterAll
  static void everyStrategyHadItsTurn() {
    if (Seeds.areAll()) {
      assertThat(SEEN)
          .contains(
              Strategy.HASH,
              Strategy.HASH_RANGE,
              Strategy.RANGE,
              Strategy.IE_JOIN,
              Strategy.UNION,
              Strategy.NESTED_LOOP);
    }
  }
}
