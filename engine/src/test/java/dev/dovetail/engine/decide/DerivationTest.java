package dev.dovetail.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.BoxedColumns;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DerivationTest {
  private static final List<Kind> KINDS = List.of(Kind.TEXT, Kind.INT64);

  private final BufferAllocator allocator = new RootAllocator();
  private final MemoryArea memory = Executions.of(allocator).area();
  private final List<Integer> asked = new ArrayList<>();
  private BoxedColumns base;
  private DerivedColumns x;
  private DerivedColumns y;
  private Derivation derivation;

  @BeforeEach
  void load() {
    base =
        new BoxedColumns(
            allocator,
            KINDS,
            List.of(
                row(" Ab", 7),
                row("ab", 0),
                row("é", Long.MAX_VALUE),
                Arrays.asList(null, BigInteger.ONE)));
    ValueResolver resolver =
        (_, expr, positions, column) -> {
          Arrays.stream(positions).forEach(asked::add);
          if (expr.type() == ValueType.TEXT) {
            column.settle(positions[0], "resolved");
          }
        };
    x = new DerivedColumns(Side.X, base, 2, memory, Executions.of(allocator), resolver);
    y = new DerivedColumns(Side.Y, base, 2, memory, Executions.of(allocator), ValueResolver.NONE);
    derivation = new Derivation(x, y);
  }

  private static List<Object> row(String text, long number) {
    return List.of(text, BigInteger.valueOf(number));
  }

  @AfterEach
  void allMemoryIsFreed() {
    base.close();
    memory.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private static Expr text(Side side) {
    return new Expr.Field(side, 0, "name", ValueType.TEXT);
  }

  private static Expr number(Side side) {
    return new Expr.Field(side, 1, "n", ValueType.INTEGER);
  }

  private static Expr integer(long value) {
    return new Expr.Literal(new Constant.Int(BigInteger.valueOf(value)));
  }

  private static Expr equal(Expr left, Expr right) {
    return new Expr.Compare(Comparison.EQUAL, left, right);
  }

  @Test
  void whatReadsOneSideBecomesAFieldOfAComputedColumn() {
    Expr key = Function.TEXT_LOWER.of(Function.TEXT_STRIP.of(text(Side.X)));
    Expr lowered = derivation.lower(equal(key, text(Side.Y)));
    assertThat(lowered)
        .isInstanceOfSatisfying(
            Expr.Compare.class,
            compare -> {
              assertThat(compare.left())
                  .isEqualTo(
                      new Expr.Field(Side.X, 2, "x['name'].strip().lower()", ValueType.TEXT));
              assertThat(compare.right()).isEqualTo(text(Side.Y));
            });
    BytesColumn column = (BytesColumn) x.column(2);
    assertThat(column.text(0)).isEqualTo("ab");
    assertThat(column.isOdd(3)).as("None has no lower()").isTrue();
  }

  @Test
  void equalComputationsShareAColumn() {
    derivation.lower(equal(Function.TEXT_LOWER.of(text(Side.X)), text(Side.Y)));
    derivation.lower(equal(Function.TEXT_LOWER.of(text(Side.X)), text(Side.Y)));
    derivation.lower(equal(Function.TEXT_UPPER.of(text(Side.X)), text(Side.Y)));
    assertThat(x.columns()).isEqualTo(4);
    assertThat(y.columns()).isEqualTo(2);
  }

  @Test
  void onlyWhatTheLanguageMayKnowIsAskedOfTheResolver() {
    Expr.Field lower = x.field(Function.TEXT_LOWER.of(text(Side.X)));
    BytesColumn column = (BytesColumn) x.column(lower.column());
    assertThat(asked).as("é may have a lower case, None has none").containsExactly(2);
    assertThat(column.isOdd(2)).isFalse();
    assertThat(column.text(2)).isEqualTo("resolved");
  }

  /// A column is computed in parts of some thousand rows, on several threads.
  @Test
  void partsOfALongColumnAreOneColumn() {
    int count = 40_001;
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(i % 5_000 == 17 ? "É" + i : "N" + i, i));
    }
    List<Integer> unknown = new ArrayList<>();
    ValueResolver resolver =
        (_, _, positions, found) -> {
          for (int position : positions) {
            unknown.add(position);
            found.settle(position, "resolved " + position);
          }
        };
    try (BoxedColumns many = new BoxedColumns(allocator, KINDS, rows)) {
      Execution execution = Executions.of(allocator, 2, RunControl.unlimited());
      DerivedColumns sides = new DerivedColumns(Side.X, many, 2, memory, execution, resolver);
      Expr.Field lower = sides.field(Function.TEXT_LOWER.of(text(Side.X)));
      BytesColumn column = (BytesColumn) sides.column(lower.column());
      assertThat(unknown)
          .containsExactly(17, 5_017, 10_017, 15_017, 20_017, 25_017, 30_017, 35_017);
      assertThat(column.size()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        assertThat(column.text(i)).isEqualTo(i % 5_000 == 17 ? "resolved " + i : "n" + i);
      }
    }
  }

  @Test
  void comparisonsOfFieldsAndConstantsStayWhereTheyAre() {
    Expr plain =
        new Expr.And(List.of(equal(number(Side.X), integer(1)), equal(text(Side.X), text(Side.Y))));
    assertThat(derivation.lower(plain)).isSameAs(plain);
  }

  @Test
  void ofWhatReadsBothSidesThePartsAreComputedOnce() {
    Expr band =
        Function.INT_ABS.of(
            Function.INT_SUBTRACT.of(
                Function.INT_ADD.of(number(Side.X), integer(1)), number(Side.Y)));
    Expr lowered = derivation.lower(new Expr.Compare(Comparison.LESS_OR_EQUAL, band, integer(8)));
    assertThat(x.columns()).isEqualTo(3);
    PairTest test = new PairTests(x, y).condition(lowered);
    assertThat(test.test(0, 1)).isEqualTo(PairTest.TRUE);
    assertThat(test.test(0, 0)).isEqualTo(PairTest.TRUE);
    assertThat(test.test(1, 2)).as("1 - 2**63 + 1").isEqualTo(PairTest.FALSE);
    assertThat(test.test(2, 0)).as("2**63 is not computed").isEqualTo(PairTest.UNDECIDED);
  }

  @Test
  void whatIsNotReachedIsNotEvaluated() {
    Expr divided = equal(Function.INT_FLOOR_DIVIDE.of(number(Side.X), number(Side.Y)), integer(7));
    Expr guarded =
        new Expr.And(
            List.of(new Expr.Compare(Comparison.NOT_EQUAL, number(Side.Y), integer(0)), divided));
    PairTest test = new PairTests(x, y).condition(derivation.lower(guarded));
    assertThat(test.test(0, 1)).as("7 // 0 behind the guard").isEqualTo(PairTest.FALSE);
    assertThat(test.test(0, 3)).as("7 // 1").isEqualTo(PairTest.TRUE);
    PairTest bare = new PairTests(x, y).condition(derivation.lower(divided));
    assertThat(bare.test(0, 1)).as("7 // 0").isEqualTo(PairTest.UNDECIDED);
  }

  @Test
  void aFilterSortsTheOutcomesOfAGeneratedTest() {
    Expr divided = equal(Function.INT_FLOOR_DIVIDE.of(number(Side.X), number(Side.Y)), integer(7));
    PairTest test = new PairTests(x, y).condition(divided);
    int[] selection = {0, 1, 2, 3};
    byte[] outcomes = new byte[4];
    assertThat(test.filter(0, new int[] {3, 1, 0, 3}, selection, 4, outcomes)).isEqualTo(2);
    assertThat(selection).startsWith(0, 3);
    assertThat(outcomes[1]).isEqualTo(PairTest.UNDECIDED);
    assertThat(outcomes[2]).isEqualTo(PairTest.FALSE);
  }

  @Test
  void aConditionIsTotalWhereTheRangesOfTheColumnsProveIt() {
    try (BoxedColumns small =
        new BoxedColumns(
            allocator, KINDS, List.of(row("a", 5), row("b", 1_000_000), row("c", -3)))) {
      Expr difference = Function.INT_SUBTRACT.of(number(Side.X), number(Side.Y));
      Expr band = new Expr.Compare(Comparison.LESS, difference, integer(5));
      assertThat(new Totality(small, small).isTotal(band)).isTrue();
      assertThat(new Totality(base, small).of(band)).isInstanceOf(Totality.Extent.ByPair.class);
      Expr divided = Function.INT_MODULO.of(number(Side.X), number(Side.Y));
      assertThat(new Totality(small, small).of(equal(divided, integer(1))))
          .isInstanceOf(Totality.Extent.ByPair.class);
    }
  }

  @Test
  void aValueThatComputationsDoNotTakeMakesAConditionDoubtful() {
    List<Kind> kinds = List.of(Kind.TEXT, Kind.UINT64);
    try (BoxedColumns small = new BoxedColumns(allocator, KINDS, List.of(row("a", 5)));
        BoxedColumns large =
            new BoxedColumns(
                allocator, kinds, List.of(List.of("a", BigInteger.ONE.shiftLeft(63))))) {
      Expr double2 = Function.INT_ADD.of(number(Side.X), number(Side.X));
      Expr computed = new Expr.Compare(Comparison.LESS, double2, number(Side.Y));
      Expr read = new Expr.Compare(Comparison.LESS, number(Side.X), number(Side.Y));
      assertThat(new Totality(small, large).isTotal(computed)).isFalse();
      assertThat(new PairTests(small, large).condition(computed).test(0, 0))
          .isEqualTo(PairTest.UNDECIDED);
      assertThat(new Totality(small, large).isTotal(read)).isTrue();
      assertThat(new PairTests(small, large).condition(read).test(0, 0)).isEqualTo(PairTest.TRUE);
    }
  }

  @Test
  void doubtsAboutPositionsOfOneSideAreNamed() {
    Expr lowered = derivation.lower(equal(Function.TEXT_UPPER.of(text(Side.Y)), text(Side.X)));
    assertThat(new Totality(x, y).of(lowered))
        .isInstanceOfSatisfying(
            Totality.Extent.BySide.class,
            doubts -> {
              assertThat(doubts.x().isEmpty()).isTrue();
              assertThat(doubts.y().stream()).containsExactly(2, 3);
            });
    ColumnData upper = y.column(2);
    assertThat(upper.hasOdd()).isTrue();
    assertThat(new PairTests(x, y).condition(lowered).test(3, 3))
        .as("None against what raises")
        .isEqualTo(PairTest.UNDECIDED);
  }
}
