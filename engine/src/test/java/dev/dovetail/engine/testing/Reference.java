package dev.dovetail.engine.testing;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;

/// The meaning of conditions, over boxed values, as plainly as it can be said.
public final class Reference {
  private Reference() {}

  /// The condition cannot be decided: it would raise.
  public static final class Raised extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Raised(String message) {
      super(message, null, false, false);
    }
  }

  /// A condition over a pair of rows.
  public static boolean condition(Expr expr, List<Object> x, List<Object> y) {
    return switch (expr) {
      case Expr.Compare(Comparison op, Expr left, Expr right) ->
          compare(op, value(left, x, y), value(right, x, y));
      case Expr.IsNull(Expr operand) -> value(operand, x, y) == null;
      case Expr.Truth(Expr operand) -> truth(value(operand, x, y));
      case Expr.Not(Expr operand) -> !condition(operand, x, y);
      case Expr.And(List<Expr> operands) -> {
        for (Expr operand : operands) {
          if (!condition(operand, x, y)) {
            yield false;
          }
        }
        yield true;
      }
      case Expr.Or(List<Expr> operands) -> {
        for (Expr operand : operands) {
          if (condition(operand, x, y)) {
            yield true;
          }
        }
        yield false;
      }
      case Expr.Undecided(String because) -> throw new Raised(because);
      case Expr.If(Expr test, Expr then, Expr otherwise, _) ->
          condition(condition(test, x, y) ? then : otherwise, x, y);
      case Expr.Decided(Expr operand) -> {
        value(operand, x, y);
        yield true;
      }
      case Expr.Apply _,
          Expr.Member _,
          Expr.ListOf _,
          Expr.Element _,
          Expr.Exists _,
          Expr.ForAll _,
          Expr.Collect _ ->
          throw new IllegalArgumentException(expr + " is tested against Python itself");
      case Expr.Field _, Expr.Literal _ -> {
        if (!(value(expr, x, y) instanceof Boolean bool)) {
          throw new Raised("not a bool");
        }
        yield bool;
      }
    };
  }

  private static Object value(Expr expr, List<Object> x, List<Object> y) {
    return switch (expr) {
      case Expr.Field field -> (field.side() == Side.X ? x : y).get(field.column());
      case Expr.Literal(Constant constant) ->
          switch (constant) {
            case Constant.Null _ -> null;
            case Constant.Bool(boolean value) -> value;
            case Constant.Int(BigInteger value) -> value;
            case Constant.Real(double value) -> value;
            case Constant.Decimal(BigDecimal value) -> value;
            case Constant.Text(String value) -> value;
            case Constant.Bytes bytes -> ByteBuffer.wrap(bytes.bytes());
            case Constant.Temporal temporal -> temporal.value();
            case Constant.Opaque opaque ->
                throw new IllegalStateException(opaque + " is never compiled");
          };
      default -> condition(expr, x, y);
    };
  }

  private static boolean truth(Object value) {
    return switch (value) {
      case null -> false;
      case Boolean bool -> bool;
      case BigInteger integer -> integer.signum() != 0;
      case Double real -> real != 0;
      case BigDecimal decimal -> decimal.signum() != 0;
      case String text -> !text.isEmpty();
      case ByteBuffer bytes -> bytes.hasRemaining();
      case Duration duration -> !duration.isZero();
      default -> true;
    };
  }

  /// A comparison of two values.
  public static boolean compare(Comparison op, Object a, Object b) {
    if (!op.isOrdering()) {
      return equal(a, b) == (op == Comparison.EQUAL);
    }
    if (a == null || b == null || !family(a).equals(family(b))) {
      throw new Raised("no order");
    }
    if (isNaN(a) || isNaN(b)) {
      if (a instanceof BigDecimal || b instanceof BigDecimal) {
        throw new Raised("invalid operation");
      }
      return false;
    }
    return op.holds(Integer.signum(order(a, b)));
  }

  /// Equality of two values.
  public static boolean equal(Object a, Object b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return family(a).equals(family(b)) && !isNaN(a) && !isNaN(b) && order(a, b) == 0;
  }

  private static boolean isNaN(Object value) {
    return value instanceof Double real && real.isNaN();
  }

  private static String family(Object value) {
    return switch (value) {
      case Boolean _, BigInteger _, Double _, BigDecimal _ -> "number";
      default -> value.getClass().getSimpleName();
    };
  }

  private static int order(Object a, Object b) {
    return switch (a) {
      case Boolean _, BigInteger _, Double _, BigDecimal _ -> {
        double infiniteA = infinity(a);
        double infiniteB = infinity(b);
        yield infiniteA != 0 || infiniteB != 0
            ? Double.compare(infiniteA, infiniteB)
            : decimal(a).compareTo(decimal(b));
      }
      case String text ->
          Arrays.compare(text.codePoints().toArray(), ((String) b).codePoints().toArray());
      case ByteBuffer bytes -> Arrays.compareUnsigned(bytes.array(), ((ByteBuffer) b).array());
      case LocalDate date -> date.compareTo((LocalDate) b);
      case LocalTime time -> time.compareTo((LocalTime) b);
      case LocalDateTime time -> time.compareTo((LocalDateTime) b);
      case Instant instant -> instant.compareTo((Instant) b);
      case Duration duration -> duration.compareTo((Duration) b);
      default -> throw new IllegalArgumentException(a.toString());
    };
  }

  private static double infinity(Object value) {
    return value instanceof Double real && real.isInfinite() ? real : 0;
  }

  /// A finite number.
  public static BigDecimal decimal(Object value) {
    return switch (value) {
      case Boolean bool -> bool ? BigDecimal.ONE : BigDecimal.ZERO;
      case BigInteger integer -> new BigDecimal(integer);
      case Double real -> new BigDecimal(real);
      case BigDecimal decimal -> decimal;
      default -> throw new IllegalArgumentException(value.toString());
    };
  }
}
