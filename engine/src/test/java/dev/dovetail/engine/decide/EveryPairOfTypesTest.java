package dev.dovetail.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.testing.BoxedColumns;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EveryPairOfTypesTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void allMemoryIsFreed() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private static List<List<Object>> rows(Kind kind) {
    List<List<Object>> rows = new ArrayList<>();
    kind.pool().forEach(value -> rows.add(List.of(value)));
    rows.add(Collections.singletonList(null));
    return rows;
  }

  private static Expr.Field field(Side side, Kind kind) {
    return new Expr.Field(
        side, 0, "c0", ValueType.of(new Field("c0", FieldType.nullable(kind.type()), List.of())));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void compareAsTheReferenceDoes(Kind left) {
    List<List<Object>> xs = rows(left);
    for (Kind right : Kind.values()) {
      List<List<Object>> ys = rows(right);
      try (BoxedColumns x = new BoxedColumns(allocator, List.of(left), xs);
          BoxedColumns y = new BoxedColumns(allocator, List.of(right), ys)) {
        for (Comparison op : Comparison.values()) {
          Expr expr = new Expr.Compare(op, field(Side.X, left), field(Side.Y, right));
          check(expr, x, y, xs, ys);
        }
        checkKeys(x.column(0), y.column(0), xs, ys);
      }
    }
  }

  private static void check(
      Expr expr, BoxedColumns x, BoxedColumns y, List<List<Object>> xs, List<List<Object>> ys) {
    PairTest test = new PairTests(x, y).condition(expr);
    boolean undecided = false;
    for (int i = 0; i < xs.size(); i++) {
      for (int j = 0; j < ys.size(); j++) {
        byte expected = expected(expr, xs.get(i), ys.get(j));
        undecided |= expected == PairTest.UNDECIDED;
        assertThat(test.test(i, j))
            .as("%s of %s and %s", expr, xs.get(i), ys.get(j))
            .isEqualTo(expected);
      }
    }
    if (undecided) {
      assertThat(new Totality(x, y).isTotal(expr)).as("%s is total", expr).isFalse();
    }
  }

  private static byte expected(Expr expr, List<Object> x, List<Object> y) {
    try {
      return Reference.condition(expr, x, y) ? PairTest.TRUE : PairTest.FALSE;
    } catch (Reference.Raised e) {
      return PairTest.UNDECIDED;
    }
  }

  private static void checkKeys(
      ColumnData x, ColumnData y, List<List<Object>> xs, List<List<Object>> ys) {
    KeyPairs pair = KeyPairs.of(List.of(x), List.of(y));
    long[] xCodes = new long[KeyPairs.BLOCK];
    long[] yCodes = new long[KeyPairs.BLOCK];
    pair.codesX(0, xs.size(), xCodes, new long[KeyPairs.BLOCK]);
    pair.codesY(0, ys.size(), yCodes, new long[KeyPairs.BLOCK]);
    for (int i = 0; i < xs.size(); i++) {
      for (int j = 0; j < ys.size(); j++) {
        Object a = xs.get(i).getFirst();
        Object b = ys.get(j).getFirst();
        boolean equal = Reference.equal(a, b);
        boolean matchable = pair.matchableX(i) && pair.matchableY(j);
        assertThat(pair.same(i, j)).as("%s same as %s", a, b).isEqualTo(equal);
        if (equal) {
          assertThat(xCodes[i]).as("codes of %s, %s", a, b).isEqualTo(yCodes[j]);
          assertThat(matchable).isTrue();
        } else if (pair.isExact() && matchable) {
          assertThat(xCodes[i]).as("codes of %s, %s", a, b).isNotEqualTo(yCodes[j]);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void truthAndNullAsTheReferenceHasThem(Kind kind) {
    List<List<Object>> rows = rows(kind);
    try (BoxedColumns x = new BoxedColumns(allocator, List.of(kind), rows);
        BoxedColumns y = new BoxedColumns(allocator, List.of(kind), rows)) {
      check(new Expr.Truth(field(Side.X, kind)), x, y, rows, rows);
      check(new Expr.IsNull(field(Side.Y, kind)), x, y, rows, rows);
      check(
          new Expr.Compare(
              Comparison.NOT_EQUAL,
              new Expr.Truth(field(Side.X, kind)),
              new Expr.IsNull(field(Side.Y, kind))),
          x,
          y,
          rows,
          rows);
    }
  }

  @Test
  void anOrderingWithNullsOnEitherSideIsNotTotal() {
    List<List<Object>> full = rows(Kind.INT64).subList(0, 3);
    List<List<Object>> holey = rows(Kind.INT64);
    Expr less =
        new Expr.Compare(Comparison.LESS, field(Side.X, Kind.INT64), field(Side.Y, Kind.INT64));
    try (BoxedColumns without = new BoxedColumns(allocator, List.of(Kind.INT64), full);
        BoxedColumns with = new BoxedColumns(allocator, List.of(Kind.INT64), holey)) {
      assertThat(new Totality(without, without).isTotal(less)).isTrue();
      check(less, with, without, holey, full);
      check(less, without, with, full, holey);
    }
  }

  @Test
  void comparisonsWithNaNAreFalseExceptNotEqual() {
    try (BoxedColumns nan =
        new BoxedColumns(allocator, List.of(Kind.FLOAT64), List.of(List.of(Double.NaN)))) {
      for (Comparison op : Comparison.values()) {
        Expr expr = new Expr.Compare(op, field(Side.X, Kind.FLOAT64), field(Side.Y, Kind.FLOAT64));
        assertThat(new PairTests(nan, nan).condition(expr).test(0, 0))
            .isEqualTo(op == Comparison.NOT_EQUAL ? PairTest.TRUE : PairTest.FALSE);
      }
    }
  }
}
