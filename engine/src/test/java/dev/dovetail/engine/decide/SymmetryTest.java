package dev.dovetail.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SymmetryTest {
  private static Expr field(Side side, int column, ValueType type) {
    return new Expr.Field(side, column, "c" + column, type);
  }

  private static final Expr X = field(Side.X, 0, ValueType.INTEGER);
  private static final Expr Y = field(Side.Y, 0, ValueType.INTEGER);
  private static final Expr X1 = field(Side.X, 1, ValueType.INTEGER);
  private static final Expr Y1 = field(Side.Y, 1, ValueType.INTEGER);
  private static final Expr XS = field(Side.X, 2, ValueType.LIST);
  private static final Expr YS = field(Side.Y, 2, ValueType.LIST);
  private static final Expr ONE = new Expr.Literal(new Constant.Bool(true));

  private static Expr compare(Comparison op, Expr left, Expr right) {
    return new Expr.Compare(op, left, right);
  }

  static Stream<Expr> symmetric() {
    Expr above = compare(Comparison.GREATER, X, ONE);
    Expr aboveY = compare(Comparison.GREATER, Y, ONE);
    return Stream.of(
        compare(Comparison.EQUAL, X, Y),
        compare(Comparison.NOT_EQUAL, Y1, X1),
        new Expr.And(List.of(above, aboveY)),
        new Expr.Or(List.of(aboveY, above)),
        new Expr.Not(new Expr.Or(List.of(above, aboveY))),
        compare(Comparison.LESS, Function.INT_ABS.of(Function.INT_SUBTRACT.of(X, Y)), ONE),
        compare(Comparison.LESS, ONE, Function.INT_ADD.of(X, Y)),
        compare(
            Comparison.LESS_OR_EQUAL, Function.INT_MULTIPLY.of(X1, Y1), Function.INT_MAX.of(Y, X)),
        new Expr.Or(List.of(compare(Comparison.EQUAL, X, Y1), compare(Comparison.EQUAL, X1, Y))),
        new Expr.Or(List.of(compare(Comparison.LESS, X, Y), compare(Comparison.LESS, Y, X))),
        compare(Comparison.GREATER, Function.LIST_LENGTH.of(Function.SET_AND.of(XS, YS)), ONE),
        new Expr.Truth(Function.SET_XOR.of(YS, XS)),
        Function.SET_EQUAL.of(XS, YS));
  }

  static Stream<Expr> notSymmetric() {
    return Stream.of(
        compare(Comparison.LESS, X, Y),
        compare(Comparison.EQUAL, X, Y1),
        compare(Comparison.GREATER, X, ONE),
        new Expr.And(
            List.of(
                compare(Comparison.LESS_OR_EQUAL, X, new Expr.Literal(new Constant.Real(0.1))),
                compare(
                    Comparison.LESS_OR_EQUAL,
                    Y,
                    new Expr.Literal(new Constant.Decimal(new BigDecimal("0.1")))))),
        compare(Comparison.LESS, Function.INT_SUBTRACT.of(X, Y), ONE),
        compare(Comparison.LESS, Function.INT_ABS.of(Function.INT_SUBTRACT.of(X, Y1)), ONE),
        compare(Comparison.LESS, Function.INT_MODULO.of(X, Y), ONE),
        compare(Comparison.GREATER, Function.LIST_LENGTH.of(Function.SET_MINUS.of(XS, YS)), ONE),
        compare(Comparison.EQUAL, Function.SET_AND.of(XS, YS), YS),
        Function.SET_WITHIN.of(XS, YS));
  }

  @ParameterizedTest
  @MethodSource("symmetric")
  void isFound(Expr condition) {
    assertThat(Symmetry.isSymmetric(List.of(condition))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("notSymmetric")
  void isNotClaimed(Expr condition) {
    assertThat(Symmetry.isSymmetric(List.of(condition))).isFalse();
  }
}
