package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.Reference;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.math.BigInteger;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JoinDriverTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void allMemoryIsFreed() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  /// Rows with a key from 0 and the given value.
  private KeyedRows rows(Kind kind, List<?> values) {
    List<List<Object>> rows =
        IntStream.range(0, values.size())
            .mapToObj(i -> List.<Object>of(BigInteger.valueOf(i), values.get(i)))
            .toList();
    MemoryTable table =
        MemoryTable.of(allocator, List.of("id", "v"), List.of(Kind.INT64, kind), rows, 1000);
    open.add(table);
    KeyedRows keyed =
        KeyedRows.of("s", table, List.of("id"), List.of("v"), Executions.of(allocator));
    open.add(keyed);
    return keyed;
  }

  private static List<BigInteger> numbers(int count, int modulus) {
    return IntStream.range(0, count).mapToObj(i -> BigInteger.valueOf(i % modulus)).toList();
  }

  private static final Conjunct OPAQUE = new Conjunct.Opaque("f(x, y)", "a call");

  private static Conjunct compare(Comparison op, ValueType type) {
    return new Conjunct.Compiled(
        new Expr.Compare(
            op, new Expr.Field(Side.X, 1, "v", type), new Expr.Field(Side.Y, 1, "v", type)),
        "v " + op.symbol() + " v");
  }

  private static JoinInput input(
      KeyedRows y, Optional<Gate> gate, ReferenceJudge.Condition judge, Conjunct... conjuncts) {
    return new JoinInput(
        y, new JoinPlan("x", "y", List.of(conjuncts), gate), new ReferenceJudge(judge));
  }

  private JoinOutcome run(
      KeyedRows x, JoinInput input, RunControl control, MatchConsumer consumer) {
    return new JoinDriver(
            x,
            List.of(input),
            JoinSettings.DEFAULT,
            Executions.of(allocator, 2, control),
            Progress.NONE)
        .run(consumer);
  }

  private static final MatchConsumer IGNORE = (first, count, perY) -> {};

  @Test
  void aGateThatHidesManyMatchesIsFoundOutByASample() {
    KeyedRows x = rows(Kind.INT64, numbers(500, 500));
    Gate gate = new Gate.Equality(List.of(1), List.of(1));
    JoinOutcome wrong =
        run(
            x,
            input(x, Optional.of(gate), (a, b) -> a % 5 == b % 5, OPAQUE),
            RunControl.unlimited(),
            IGNORE);
    GateBreach breach = wrong.breach().orElseThrow();
    assertThat(breach.x()).isNotEqualTo(breach.y());
    assertThat(breach.x() % 5).isEqualTo(breach.y() % 5);
    JoinOutcome right =
        run(
            x,
            input(x, Optional.of(gate), (a, b) -> a == b, OPAQUE),
            RunControl.unlimited(),
            IGNORE);
    assertThat(right.breach()).isEmpty();
    assertThat(right.metrics().inputs().getFirst().audited()).isBetween(3_500L, 4_096L);
  }

  @Test
  void oneHiddenMatchAmongFewPairsIsAlwaysFound() {
    KeyedRows x = rows(Kind.INT64, numbers(64, 64));
    Gate gate = new Gate.Equality(List.of(1), List.of(1));
    JoinOutcome outcome =
        run(
            x,
            input(x, Optional.of(gate), (a, b) -> a == b || (a == 41 && b == 3), OPAQUE),
            RunControl.unlimited(),
            IGNORE);
    assertThat(outcome.breach()).contains(new GateBreach(0, 41, 3));
    assertThat(outcome.metrics().inputs().getFirst().audited()).isEqualTo(64 * 63);
  }

  @ParameterizedTest
  @CsvSource({"0, 65536", "1, 1", "7, 3", "64, 100"})
  void aJoinThatGoesOnHandsFailedPairsOnWithTheMatches(int morselRows, int judgePairs) {
    KeyedRows x = rows(Kind.INT64, numbers(65, 65));
    ReferenceJudge.Condition condition =
        (a, b) -> {
          if ((a + b) % 13 == 5) {
            throw new Reference.Raised("no");
          }
          return (a * b) % 7 == 1;
        };
    List<String> expected = new ArrayList<>();
    for (int a = 0; a < 65; a++) {
      for (int b = 0; b < 65; b++) {
        if ((a + b) % 13 == 5) {
          expected.add(a + " fails with " + b);
        } else if ((a * b) % 7 == 1) {
          expected.add(a + " matches " + b);
        }
      }
    }
    List<String> found = new ArrayList<>();
    MatchConsumer consumer =
        (first, count, perY) -> {
          MatchBatch batch = perY.getFirst();
          for (int k = 0; k < count; k++) {
            for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
              found.add((first + k) + " matches " + batch.y()[m]);
            }
          }
          batch.failed().forEach(pair -> found.add(pair.x() + " fails with " + pair.y()));
        };
    JoinOutcome outcome =
        new JoinDriver(
                x,
                List.of(input(x, Optional.empty(), condition, OPAQUE)),
                new JoinSettings(Optional.empty(), morselRows, judgePairs)
                    .withOnFailure(PairJudge.OnFailure.CONTINUE),
                Executions.of(allocator, 2, RunControl.unlimited()),
                Progress.NONE)
            .run(consumer);
    assertThat(outcome.failure()).isEmpty();
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void rowsOneByOneAreTheirOwnPositions() {
    MemoryTable table =
        MemoryTable.of(
            allocator,
            List.of("v"),
            List.of(Kind.INT64),
            List.of(List.of(BigInteger.ONE), List.of(BigInteger.ONE)),
            1);
    open.add(table);
    KeyedRows rows = KeyedRows.ofRows("s", table, Executions.of(allocator));
    open.add(rows);
    assertThat(rows.count()).isEqualTo(2);
    Conjunct same =
        new Conjunct.Compiled(
            new Expr.Compare(
                Comparison.EQUAL,
                new Expr.Field(Side.X, 0, "v", ValueType.INTEGER),
                new Expr.Field(Side.Y, 0, "v", ValueType.INTEGER)),
            "v == v");
    List<Integer> degrees = new ArrayList<>();
    run(
        rows,
        input(rows, Optional.empty(), (a, b) -> false, same),
        RunControl.unlimited(),
        (first, count, perY) -> degrees.add(perY.getFirst().size()));
    assertThat(degrees.stream().mapToInt(Integer::intValue).sum()).isEqualTo(4);
  }

  @Test
  void metricsSayWhatHappenedToThePairs() {
    KeyedRows x = rows(Kind.INT64, numbers(100, 10));
    JoinMetrics metrics =
        run(
                x,
                input(
                    x,
                    Optional.empty(),
                    (a, b) -> a % 10 == b % 10 && a < b,
                    compare(Comparison.EQUAL, ValueType.INTEGER),
                    OPAQUE),
                RunControl.unlimited(),
                IGNORE)
            .metrics();
    JoinMetrics.Input counted = metrics.inputs().getFirst();
    assertThat(counted.pairsPossible()).isEqualTo(10_000);
    assertThat(counted.candidates()).isEqualTo(1_000);
    assertThat(counted.judged()).isEqualTo(1_000);
    assertThat(counted.decidedCompiled()).isZero();
    assertThat(counted.matches()).isEqualTo(450);
    assertThat(counted.passed()).containsExactly(1_000L, 450L);
    // degrees 0 to 9, ten keys each
    assertThat(metrics.degreesX().buckets()).containsExactly(10L, 10L, 20L, 40L, 20L);
    assertThat(metrics.seconds()).containsKeys("index", "match", "judge", "consume", "audit");
  }

  @Test
  void hotKeysAreHandedOutInPiecesThatFitTheBudget() {
    KeyedRows x = rows(Kind.INT64, numbers(3_000, 1));
    AtomicLong matches = new AtomicLong();
    AtomicLong nextX = new AtomicLong();
    BufferAllocator budget = allocator.newChildAllocator("budget", 0, 1 << 20);
    open.add(budget::close);
    JoinDriver driver =
        new JoinDriver(
            x,
            List.of(
                input(
                    x,
                    Optional.empty(),
                    (a, b) -> true,
                    compare(Comparison.EQUAL, ValueType.INTEGER))),
            new JoinSettings(Optional.empty(), 1_000, 100),
            Executions.of(budget, 2, RunControl.unlimited()),
            Progress.NONE);
    List<Integer> sizes = new ArrayList<>();
    driver.run(
        (first, count, perY) -> {
          assertThat((long) first).isEqualTo(nextX.getAndAdd(count));
          matches.addAndGet(perY.getFirst().size());
          sizes.add(perY.getFirst().size());
        });
    assertThat(matches).hasValue(9_000_000);
    assertThat(sizes).allMatch(size -> size < 40_000);
  }

  @Test
  void aTableThatExceedsTheBudgetIsRefusedWhereNothingMayBeSpilled() {
    KeyedRows x = rows(Kind.INT64, numbers(3_000, 3_000));
    JoinInput input =
        input(x, Optional.empty(), (a, b) -> true, compare(Comparison.EQUAL, ValueType.INTEGER));
    try (BufferAllocator budget = allocator.newChildAllocator("budget", 0, 10_000)) {
      JoinDriver driver =
          new JoinDriver(
              x, List.of(input), JoinSettings.DEFAULT, Executions.of(budget), Progress.NONE);
      assertThatThrownBy(() -> driver.run(IGNORE)).hasMessageContainingAll("E403", "--memory");
    }
  }

  @Test
  void aCancelledRunEnds() {
    KeyedRows x = rows(Kind.INT64, numbers(2_000, 2_000));
    RunControl control = RunControl.unlimited();
    JoinInput input =
        input(x, Optional.empty(), (a, b) -> true, compare(Comparison.LESS, ValueType.INTEGER));
    assertThatThrownBy(() -> run(x, input, control, (first, count, perY) -> control.cancel()))
        .isInstanceOfSatisfying(
            DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E402));
  }

  @Test
  void aConsumerThatThrowsEndsTheRun() {
    KeyedRows x = rows(Kind.INT64, numbers(2_000, 2_000));
    JoinInput input =
        input(x, Optional.empty(), (a, b) -> true, compare(Comparison.LESS, ValueType.INTEGER));
    assertThatThrownBy(
            () ->
                run(
                    x,
                    input,
                    RunControl.unlimited(),
                    (first, count, perY) -> {
                      throw new IllegalStateException("the disk is full");
                    }))
        .hasMessage("the disk is full");
  }

  @Test
  void valuesThatTheJudgeCannotHoldExactlyAreLeftToIt() {
    KeyedRows x =
        rows(
            Kind.TIME_NS,
            List.of(LocalTime.of(1, 0, 0, 1), LocalTime.of(1, 0), LocalTime.of(1, 0, 0, 2)));
    List<List<Integer>> matches = new ArrayList<>();
    JoinOutcome outcome =
        run(
            x,
            input(
                x,
                Optional.empty(),
                (a, b) -> a == 0 && b == 2,
                compare(Comparison.EQUAL, ValueType.TIME)),
            RunControl.unlimited(),
            (first, count, perY) -> {
              MatchBatch batch = perY.getFirst();
              for (int k = 0; k < count; k++) {
                for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
                  matches.add(List.of(first + k, batch.y()[m]));
                }
              }
            });
    // 1:00 with itself is decided; the others are the judge's
    assertThat(matches).containsExactly(List.of(0, 2), List.of(1, 1));
    assertThat(outcome.metrics().inputs().getFirst().undecided()).isEqualTo(8);
  }

  @Test
  void theFirstFailureIsByXThenInputThenYHoweverPairsAreBatched() {
    for (long seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      KeyedRows x = rows(Kind.INT64, numbers(6, 6));
      KeyedRows y = rows(Kind.INT64, numbers(3, 3));
      boolean[][][] fails = new boolean[3][6][3];
      PairFailure first = null;
      for (int i = 0; i < 6; i++) {
        for (int input = 0; input < 3; input++) {
          for (int j = 0; j < 3; j++) {
            fails[input][i][j] = random.nextInt(12) == 0;
            if (fails[input][i][j] && first == null) {
              first = new PairFailure(input, i, j, new PairError(ErrorCode.E120, "raised", ""));
            }
          }
        }
      }
      for (int judgePairs : new int[] {1, 4, 1000}) {
        for (int morselRows : new int[] {1, 2, 64}) {
          List<JoinInput> inputs =
              IntStream.range(0, 3)
                  .mapToObj(
                      input ->
                          input(
                              y,
                              Optional.empty(),
                              (i, j) -> {
                                if (fails[input][i][j]) {
                                  throw new Reference.Raised("raised");
                                }
                                return true;
                              },
                              OPAQUE))
                  .toList();
          JoinSettings settings = new JoinSettings(Optional.empty(), morselRows, judgePairs);
          assertThat(
                  new JoinDriver(
                          x,
                          inputs,
                          settings,
                          Executions.of(allocator, 2, RunControl.unlimited()),
                          Progress.NONE)
                      .run(IGNORE)
                      .failure())
              .as("seed %s, %s", seed, settings)
              .isEqualTo(Optional.ofNullable(first));
        }
      }
    }
  }
}
