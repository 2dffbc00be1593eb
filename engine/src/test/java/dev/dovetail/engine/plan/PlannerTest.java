package dev.dovetail.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.testing.BoxedColumns;
import dev.dovetail.engine.testing.Kind;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final List<Object> FULL = List.of(BigInteger.ONE, BigInteger.TWO);
  private static final List<Object> WITH_NULL = Arrays.asList(BigInteger.ONE, null);

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void allMemoryIsFreed() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private static Expr.Field field(Side side, int column) {
    return new Expr.Field(side, column, "c" + column, ValueType.INTEGER);
  }

  private static Conjunct compare(Comparison op, int column) {
    return new Conjunct.Compiled(
        new Expr.Compare(op, field(Side.X, column), field(Side.Y, column)),
        "x['c" + column + "'] " + op.symbol() + " y['c" + column + "']");
  }

  private static final Conjunct OPAQUE = new Conjunct.Opaque("f(x, y)", "a call of f (line 1)");

  private Choice choose(
      List<Object> row, Optional<String> forced, Optional<Gate> gate, Conjunct... conjuncts) {
    List<Kind> kinds = List.of(Kind.INT64, Kind.INT64);
    try (BoxedColumns x = new BoxedColumns(allocator, kinds, List.of(row));
        BoxedColumns y = new BoxedColumns(allocator, kinds, List.of(row))) {
      JoinPlan plan = new JoinPlan("clicks", "news", List.of(conjuncts), gate);
      return new Planner(plan, x, y).choose(forced);
    }
  }

  private Choice choose(List<Object> row, Conjunct... conjuncts) {
    return choose(row, Optional.empty(), Optional.empty(), conjuncts);
  }

  @Test
  void aConjunctThatEndsInAPartOfXIsTestedBehindItsIndex() {
    Expr chain =
        new Expr.And(
            List.of(
                new Expr.Compare(Comparison.GREATER, field(Side.Y, 0), field(Side.X, 0)),
                new Expr.Compare(Comparison.LESS_OR_EQUAL, field(Side.X, 0), field(Side.X, 1))));
    Choice choice = choose(FULL, new Conjunct.Compiled(chain, "y > x <= z"));
    assertThat(choice.strategy()).isEqualTo(Strategy.RANGE);
    assertThat(choice.untested()).isEmpty();
  }

  @Test
  void equalitiesAfterWhatCannotRaiseBecomeOneKey() {
    Choice choice =
        choose(
            FULL,
            compare(Comparison.EQUAL, 0),
            compare(Comparison.NOT_EQUAL, 1),
            compare(Comparison.EQUAL, 1),
            OPAQUE);
    assertThat(choice.strategy()).isEqualTo(Strategy.HASH);
    assertThat(choice.access())
        .isEqualTo(
            new Access.Keys(List.of(new Access.KeyColumns(0, 0), new Access.KeyColumns(1, 1))));
    assertThat(choice.conjuncts().stream().map(Choice.Step::how))
        .containsExactly(Choice.How.KEY, Choice.How.COMPILED, Choice.How.KEY, Choice.How.JUDGE);
    assertThat(choice.untested()).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void anEqualityAfterWhatCanRaiseIsNoKey() {
    Choice choice = choose(WITH_NULL, compare(Comparison.LESS, 1), compare(Comparison.EQUAL, 0));
    assertThat(choice.strategy()).isEqualTo(Strategy.NESTED_LOOP);
    assertThat(choice.because()).contains("too many rows could raise");
    assertThat(choice.conjuncts().getFirst().how()).isEqualTo(Choice.How.GUARDED);
  }

  @Test
  void anEqualityBeforeWhatCanRaiseIsAKeyEvenWithNulls() {
    Choice choice = choose(WITH_NULL, compare(Comparison.EQUAL, 1), compare(Comparison.LESS, 1));
    assertThat(choice.strategy()).isEqualTo(Strategy.HASH);
    assertThat(choice.access()).isEqualTo(new Access.Keys(List.of(new Access.KeyColumns(1, 1))));
  }

  @Test
  void anEqualityOfOneSideOnlyIsNoKey() {
    Conjunct oneSided =
        new Conjunct.Compiled(
            new Expr.Compare(
                Comparison.EQUAL,
                field(Side.X, 0),
                new Expr.Literal(new Constant.Int(BigInteger.ONE))),
            "x['c0'] == 1");
    assertThat(choose(FULL, oneSided).strategy()).isEqualTo(Strategy.NESTED_LOOP);
  }

  @Test
  void anEqualityGateIsTheKeyWhateverTheConditionIs() {
    Choice choice =
        choose(
            WITH_NULL,
            Optional.empty(),
            Optional.of(new Gate.Equality(List.of(1), List.of(1))),
            OPAQUE);
    assertThat(choice.strategy()).isEqualTo(Strategy.HASH);
    assertThat(choice.source()).isEqualTo(Choice.Source.GATE);
  }

  @Test
  void aKeyOfTheConditionGoesBeforeAGateThatIsNone() {
    Optional<Gate> band = Optional.of(new Gate.Band(1, 1, new Constant.Int(BigInteger.ONE)));
    Choice choice = choose(FULL, Optional.empty(), band, compare(Comparison.EQUAL, 0));
    assertThat(choice.strategy()).isEqualTo(Strategy.HASH);
    assertThat(choice.gate()).isEqualTo("tested on every candidate");
    Choice gated = choose(FULL, Optional.empty(), band, OPAQUE);
    assertThat(gated.strategy()).isEqualTo(Strategy.RANGE);
    assertThat(gated.source()).isEqualTo(Choice.Source.GATE);
    assertThat(gated.gate()).isEqualTo("range index");
  }

  @Test
  void aForcedStrategyIsTakenOrRefusedWithTheReason() {
    Optional<Gate> none = Optional.empty();
    Conjunct equal = compare(Comparison.EQUAL, 0);
    assertThat(choose(FULL, Optional.of("nested-loop"), none, equal).strategy())
        .isEqualTo(Strategy.NESTED_LOOP);
    assertThat(choose(FULL, Optional.of("judge"), none, equal).conjuncts().getFirst().how())
        .isEqualTo(Choice.How.JUDGE);
    assertThatThrownBy(() -> choose(FULL, Optional.of("hash"), none, compare(Comparison.LESS, 0)))
        .hasMessageContainingAll("E101", "hash", "clicks", "news", "range, nested-loop, judge");
    assertThatThrownBy(() -> choose(FULL, Optional.of("merge"), none, equal))
        .hasMessageContainingAll("E101", "merge", "hash, hash-range, range");
  }

  @Test
  void anExplanationReadsAsText() {
    Conjunct[] conjuncts = {compare(Comparison.EQUAL, 0), compare(Comparison.LESS, 1), OPAQUE};
    Choice choice = choose(WITH_NULL, conjuncts);
    JoinPlan plan = new JoinPlan("clicks", "news", List.of(conjuncts), Optional.empty());
    Explanation explanation =
        Explanation.of(
            plan, choice, List.of("id", "at"), List.of("id", "until"), 1_000_000, 3_000_000_000L);
    assertThat(explanation.text())
        .isEqualTo(
            """
            join clicks (X, 1,000,000 keys) with news (Y, 3,000,000,000 keys)
              strategy: hash, because an equality selects the candidates
              lookup: x.id = y.id
              pairs possible: 3,000,000,000,000,000
              conjunct 1: x['c0'] == y['c0']  [hash key]
              conjunct 2: x['c1'] < y['c1']  [compiled, guarded: pairs with 1 row of x or 1 row of y that could raise go to the judge]
              conjunct 3: f(x, y)  [judge: a call of f (line 1)]""");
  }
}
