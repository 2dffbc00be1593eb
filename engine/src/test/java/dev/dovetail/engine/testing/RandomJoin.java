package dev.dovetail.engine.testing;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// Random rows and conditions over them. The first column is an int64 key.
public final class RandomJoin {
  private static final List<Constant> CONSTANTS =
      List.of(
          new Constant.Null(),
          new Constant.Bool(true),
          new Constant.Int(BigInteger.ONE),
          new Constant.Int(BigInteger.TWO.pow(70)),
          new Constant.Int(new BigInteger("18446744073709551615")),
          new Constant.Real(0.5),
          new Constant.Real(Double.NaN),
          new Constant.Decimal(new BigDecimal("1.2")),
          new Constant.Text("a"),
          Constant.Bytes.of(new byte[] {'a'}));

  private final Random random;

  public RandomJoin(Random random) {
    this.random = random;
  }

  /// Kinds for columns 1 and up; some are taken from `other`, so that there is much to match.
  public List<Kind> kinds(List<Kind> other) {
    List<Kind> kinds = new ArrayList<>();
    kinds.add(Kind.INT64);
    int more = 1 + random.nextInt(3);
    for (int i = 0; i < more; i++) {
      kinds.add(
          !other.isEmpty() && random.nextInt(3) > 0
              ? other.get(random.nextInt(other.size()))
              : Kind.values()[random.nextInt(Kind.values().length)]);
    }
    return kinds;
  }

  public List<List<Object>> rows(List<Kind> kinds, int most) {
    List<List<Object>> rows = new ArrayList<>();
    int count = random.nextInt(most + 1);
    boolean nulls = random.nextInt(3) > 0;
    for (int r = 0; r < count; r++) {
      List<Object> row = new ArrayList<>();
      row.add(BigInteger.valueOf(r));
      for (Kind kind : kinds.subList(1, kinds.size())) {
        // few values, so that keys repeat
        int choices = Math.min(kind.pool().size(), 1 + random.nextInt(kind.pool().size()));
        row.add(nulls && random.nextInt(5) == 0 ? null : kind.pool().get(random.nextInt(choices)));
      }
      rows.add(row);
    }
    return rows;
  }

  public Expr condition(List<Kind> x, List<Kind> y, int depth) {
    return switch (random.nextInt(depth == 0 ? 7 : 11)) {
      case 0, 1, 2 -> new Expr.Compare(Comparison.EQUAL, column(Side.X, x), column(Side.Y, y));
      case 3 -> new Expr.Compare(comparison(), column(Side.X, x), column(Side.Y, y));
      case 4 -> new Expr.Compare(comparison(), leaf(x, y), leaf(x, y));
      case 5 -> new Expr.IsNull(leaf(x, y));
      case 6 -> new Expr.Truth(leaf(x, y));
      case 7 -> new Expr.Not(condition(x, y, depth - 1));
      case 8 -> new Expr.And(List.of(condition(x, y, depth - 1), condition(x, y, depth - 1)));
      case 9 -> new Expr.Or(List.of(condition(x, y, depth - 1), condition(x, y, depth - 1)));
      default -> new Expr.Compare(comparison(), condition(x, y, depth - 1), leaf(x, y));
    };
  }

  private Comparison comparison() {
    return Comparison.values()[random.nextInt(Comparison.values().length)];
  }

  private Expr leaf(List<Kind> x, List<Kind> y) {
    return switch (random.nextInt(5)) {
      case 0 -> new Expr.Literal(CONSTANTS.get(random.nextInt(CONSTANTS.size())));
      case 1, 2 -> column(Side.X, x);
      default -> column(Side.Y, y);
    };
  }

  private Expr.Field column(Side side, List<Kind> kinds) {
    int column = random.nextInt(kinds.size());
    Field field = new Field("c", FieldType.nullable(kinds.get(column).type()), List.of());
    return new Expr.Field(side, column, "c" + column, ValueType.of(field));
  }
}
