package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Evaluates conditions as the contract of [Expr] says, in the plainest way: the meaning that tests
/// hold compiled conditions to, apart from any engine.
final class Reference {
  enum Outcome {
    TRUE,
    FALSE,
    UNDECIDED;

    static Outcome of(boolean value) {
      return value ? TRUE : FALSE;
    }
  }

  private final List<@Nullable Object> x;
  private final List<@Nullable Object> y;

  /// @param x one row: null, Boolean, BigInteger, Double, BigDecimal, or a Comparable of its type
  Reference(List<@Nullable Object> x, List<@Nullable Object> y) {
    this.x = x;
    this.y = y;
  }

  Outcome condition(Expr expr) {
    return switch (expr) {
      case Expr.Undecided _ -> Outcome.UNDECIDED;
      case Expr.Literal(Constant.Bool(var value)) -> Outcome.of(value);
      case Expr.Literal literal -> throw new AssertionError(literal + " is no condition");
      case Expr.Field field -> {
        if (field.type() != ValueType.BOOL) {
          throw new AssertionError(field + " is no condition");
        }
        Object value = value(field);
        yield value == null ? Outcome.UNDECIDED : Outcome.of((Boolean) value);
      }
      case Expr.Compare(var op, var left, var right) -> compare(op, left, right);
      case Expr.IsNull(var operand) -> Outcome.of(value(operand) == null);
      case Expr.Truth(var operand) -> truth(value(operand));
      case Expr.Not(var operand) -> {
        Outcome outcome = condition(operand);
        yield outcome == Outcome.UNDECIDED ? outcome : Outcome.of(outcome == Outcome.FALSE);
      }
      case Expr.And(var operands) -> firstOther(operands, Outcome.TRUE);
      case Expr.Or(var operands) -> firstOther(operands, Outcome.FALSE);
    };
  }

  private Outcome firstOther(List<Expr> operands, Outcome neutral) {
    for (Expr operand : operands) {
      Outcome outcome = condition(operand);
      if (outcome != neutral) {
        return outcome;
      }
    }
    return neutral;
  }

  private @Nullable Object value(Expr expr) {
    return switch (expr) {
      case Expr.Field(var side, var column, _, _) -> (side == Side.X ? x : y).get(column);
      case Expr.Literal(var constant) -> value(constant);
      default -> throw new AssertionError(expr + " is no value");
    };
  }

  private static @Nullable Object value(Constant constant) {
    return switch (constant) {
      case Constant.Null _ -> null;
      case Constant.Bool(var value) -> value;
      case Constant.Int(var value) -> value;
      case Constant.Real(var value) -> value;
      case Constant.Decimal(var value) -> value;
      case Constant.Text(var value) -> value;
      case Constant.Bytes bytes -> bytes;
      case Constant.Opaque opaque -> throw new IllegalStateException(opaque + " is never compiled");
    };
  }

  private static Outcome truth(@Nullable Object value) {
    return switch (value) {
      case null -> Outcome.FALSE;
      case Double d -> Outcome.of(d != 0);
      case String s -> Outcome.of(!s.isEmpty());
      case Constant.Bytes(var hex) -> Outcome.of(!hex.isEmpty());
      default -> {
        BigDecimal number = number(value);
        yield Outcome.of(number == null || number.signum() != 0);
      }
    };
  }

  private Outcome compare(Comparison op, Expr left, Expr right) {
    Object a = value(left);
    Object b = value(right);
    if (a == null || b == null) {
      return op.isOrdering()
          ? Outcome.UNDECIDED
          : Outcome.of((a == null && b == null) == (op == Comparison.EQUAL));
    }
    if (isNumber(a) && isNumber(b)) {
      return numbers(op, a, b);
    }
    if (a.getClass() != b.getClass()) {
      return op.isOrdering() ? Outcome.UNDECIDED : Outcome.of(op == Comparison.NOT_EQUAL);
    }
    return Outcome.of(op.holds(threeWay(a, b)));
  }

  private static Outcome numbers(Comparison op, Object a, Object b) {
    boolean nan = isNaN(a) || isNaN(b);
    if (nan) {
      boolean decimal = a instanceof BigDecimal || b instanceof BigDecimal;
      return op.isOrdering() && decimal
          ? Outcome.UNDECIDED
          : Outcome.of(op == Comparison.NOT_EQUAL);
    }
    BigDecimal left = number(a);
    BigDecimal right = number(b);
    if (left != null && right != null) {
      return Outcome.of(op.holds(left.compareTo(right)));
    }
    return Outcome.of(op.holds(Double.compare(infinity(a), infinity(b))));
  }

  /// An infinite number as itself, any other as 0.
  private static double infinity(Object value) {
    return value instanceof Double d && Double.isInfinite(d) ? d : 0;
  }

  private static boolean isNaN(Object value) {
    return value instanceof Double d && d.isNaN();
  }

  private static boolean isNumber(Object value) {
    return value instanceof Boolean || value instanceof Number;
  }

  private static @Nullable BigDecimal number(Object value) {
    return switch (value) {
      case Boolean b -> b ? BigDecimal.ONE : BigDecimal.ZERO;
      case java.math.BigInteger i -> new BigDecimal(i);
      case BigDecimal d -> d;
      case Double d -> Double.isFinite(d) ? new BigDecimal(d) : null;
      case java.time.Duration d -> BigDecimal.valueOf(d.toNanos());
      default -> null;
    };
  }

  @SuppressWarnings("unchecked")
  private static int threeWay(Object a, Object b) {
    if (a instanceof String s && b instanceof String t) {
      return java.util.Arrays.compare(s.codePoints().toArray(), t.codePoints().toArray());
    }
    if (a instanceof Constant.Bytes(var s) && b instanceof Constant.Bytes(var t)) {
      return s.compareTo(t);
    }
    return ((Comparable<Object>) a).compareTo(b);
  }
}
