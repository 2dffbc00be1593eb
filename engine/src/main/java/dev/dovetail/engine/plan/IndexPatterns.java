package dev.dovetail.engine.plan;

import dev.dovetail.engine.decide.BandWidth;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.range.Bound;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// The forms of conditions that indexes serve, beyond the comparison of two fields.
final class IndexPatterns {
  private static final BigInteger DAY = BigInteger.valueOf(86_400_000_000L);

  private IndexPatterns() {}

  /// `abs(a - b) <= width`, `a - b <= width` and their kin, as a bound of Y by X.
  static Optional<Bound> difference(Expr expr) {
    if (!(expr instanceof Expr.Compare(Comparison op, Expr left, Expr right)) || !op.isOrdering()) {
      return Optional.empty();
    }
    if (left instanceof Expr.Literal && !(right instanceof Expr.Literal)) {
      return difference(new Expr.Compare(op.mirrored(), /* left= */ right, /* right= */ left));
    }
    if (!(right instanceof Expr.Literal(Constant width)) || width(width).isEmpty()) {
      return Optional.empty();
    }
    Optional<Expr> duration = inMicroseconds(op, left, width);
    if (duration.isPresent()) {
      return difference(duration.get());
    }
    if (left instanceof Expr.Apply(Function abs, List<Expr> of, _) && isAbsolute(abs)) {
      boolean within = op == Comparison.LESS || op == Comparison.LESS_OR_EQUAL;
      return within
          ? fields(of.getFirst())
              .map(f -> new Bound.Band(f.x(), f.y(), width(width).get(), op == Comparison.LESS))
          : Optional.empty();
    }
    return fields(left)
        .map(
            f ->
                f.fromX()
                    ? new Bound.Difference(op, f.x(), f.y(), width(width).get())
                    : new Bound.Difference(
                        op.mirrored(), f.x(), f.y(), negated(width(width).get())));
  }

  /// A condition on the days or seconds of a difference, or on their size, as one on the
  /// difference.
  private static Optional<Expr> inMicroseconds(Comparison op, Expr left, Constant width) {
    boolean sized =
        left instanceof Expr.Apply(Function size, _, _)
            && (size == Function.INT_ABS || size == Function.FLOAT_ABS);
    Expr part = sized ? left.parts().getFirst() : left;
    if (!(part instanceof Expr.Apply(Function function, List<Expr> of, _))
        || of.getFirst().type() != ValueType.DURATION) {
      return Optional.empty();
    }
    Expr compared = sized ? Function.DURATION_ABS.of(of.getFirst()) : of.getFirst();
    // the days of two timestamps are rounded, those of two dates are all of it
    if (function == Function.DURATION_DAYS
        && of.getFirst() instanceof Expr.Apply(Function dates, _, _)
        && dates == Function.DATE_DIFFERENCE
        && width instanceof Constant.Int(BigInteger days)) {
      return Optional.of(new Expr.Compare(op, compared, microseconds(days.multiply(DAY))));
    }
    if (function == Function.DURATION_TOTAL_SECONDS) {
      boolean atMost = op == Comparison.LESS || op == Comparison.LESS_OR_EQUAL;
      boolean strict = op == Comparison.LESS || op == Comparison.GREATER_OR_EQUAL;
      return seconds(width)
          .map(
              seconds ->
                  new Expr.Compare(
                      atMost ? Comparison.LESS_OR_EQUAL : Comparison.GREATER,
                      compared,
                      microseconds(BigInteger.valueOf(BandWidth.microseconds(seconds, strict)))));
    }
    return Optional.empty();
  }

  /// A number of seconds as a float, where it is one.
  private static Optional<Double> seconds(Constant width) {
    return switch (width) {
      case Constant.Real(double value) -> Optional.of(value);
      case Constant.Int(BigInteger value) when value.bitLength() <= 53 ->
          Optional.of(value.doubleValue());
      default -> Optional.empty();
    };
  }

  private static Expr microseconds(BigInteger count) {
    return new Expr.Literal(new Constant.Int(count));
  }

  /// A difference of a field of X and one of Y.
  ///
  /// @param fromX X is what is subtracted from
  private record Fields(int x, int y, boolean fromX) {}

  private static Optional<Fields> fields(Expr expr) {
    if (expr instanceof Expr.Apply(Function function, List<Expr> arguments, _)
        && isDifference(function)
        && arguments.get(0) instanceof Expr.Field a
        && arguments.get(1) instanceof Expr.Field b
        && a.side() != b.side()) {
      boolean fromX = a.side() == Side.X;
      return Optional.of(
          new Fields(fromX ? a.column() : b.column(), fromX ? b.column() : a.column(), fromX));
    }
    return Optional.empty();
  }

  private static boolean isDifference(Function function) {
    return switch (function) {
      case INT_SUBTRACT, FLOAT_SUBTRACT, DATE_DIFFERENCE, MOMENT_DIFFERENCE -> true;
      default -> false;
    };
  }

  private static boolean isAbsolute(Function function) {
    return switch (function) {
      case INT_ABS, FLOAT_ABS, DURATION_ABS -> true;
      default -> false;
    };
  }

  /// The width as a number; that of times in microseconds.
  private static Optional<Constant> width(Constant constant) {
    return switch (constant) {
      case Constant.Temporal(_, long microseconds) ->
          Optional.of(new Constant.Int(BigInteger.valueOf(microseconds)));
      case Constant.Real(double value) when Double.isNaN(value) -> Optional.empty();
      case Constant.Bool _, Constant.Int _, Constant.Real _, Constant.Decimal _ ->
          Optional.of(constant);
      case Constant.Null _, Constant.Text _, Constant.Bytes _, Constant.Opaque _ ->
          Optional.empty();
    };
  }

  private static Constant negated(Constant width) {
    return switch (width) {
      case Constant.Bool(boolean value) ->
          new Constant.Int(value ? BigInteger.ONE.negate() : BigInteger.ZERO);
      case Constant.Int(BigInteger value) -> new Constant.Int(value.negate());
      case Constant.Real(double value) -> new Constant.Real(-value);
      case Constant.Decimal(BigDecimal value) -> new Constant.Decimal(value.negate());
      case Constant.Null _,
          Constant.Text _,
          Constant.Bytes _,
          Constant.Temporal _,
          Constant.Opaque _ ->
          throw new IllegalArgumentException(width + " is no width");
    };
  }

  /// `x in y`, `y in x`, `any(a in y for a in x)`, `x & y`, and `len(x & y) >= 1`: a field of X and
  /// one of Y that have an element in common.
  static Optional<Access.Elements> common(Expr expr) {
    Optional<Access.Elements> loop = commonByLoop(expr);
    return loop.isPresent() ? loop : commonSets(expr);
  }

  private static Optional<Access.Elements> commonSets(Expr expr) {
    return switch (expr) {
      case Expr.Not(Expr.Apply(Function function, List<Expr> sets, _))
          when function == Function.SET_DISJOINT ->
          lists(sets);
      case Expr.Truth(Expr set) -> intersected(set);
      case Expr.Compare(Comparison op, Expr.Literal count, Expr.Apply size) ->
          commonSets(new Expr.Compare(op.mirrored(), /* left= */ size, /* right= */ count));
      case Expr.Compare(
              Comparison op,
              Expr.Apply(Function length, List<Expr> of, _),
              Expr.Literal(Constant.Int(BigInteger count)))
          when length == Function.LIST_LENGTH && isAtLeastOne(op, count) ->
          intersected(of.getFirst());
      default -> Optional.empty();
    };
  }

  /// Whether a size that compares so with a count is not zero.
  private static boolean isAtLeastOne(Comparison op, BigInteger count) {
    return switch (op) {
      case EQUAL, GREATER_OR_EQUAL -> count.signum() > 0;
      case GREATER -> count.signum() >= 0;
      case NOT_EQUAL -> count.signum() == 0;
      case LESS, LESS_OR_EQUAL -> false;
    };
  }

  private static Optional<Access.Elements> intersected(Expr expr) {
    return expr instanceof Expr.Apply(Function function, List<Expr> sets, _)
            && function == Function.SET_AND
        ? lists(sets)
        : Optional.empty();
  }

  private static Optional<Access.Elements> lists(List<Expr> sets) {
    return sets.get(0) instanceof Expr.Field a
            && sets.get(1) instanceof Expr.Field b
            && a.side() != b.side()
        ? Optional.of(elements(a, b))
        : Optional.empty();
  }

  private static Optional<Access.Elements> commonByLoop(Expr expr) {
    if (!(expr instanceof Expr.Exists(Expr.Field list, int element, Expr condition))) {
      return Optional.empty();
    }
    if (condition instanceof Expr.Exists(Expr.Field other, int inner, Expr equality)
        && list.side() != other.side()
        && equality
            instanceof Expr.Compare(Comparison op, Expr.Element(int a, _), Expr.Element(int b, _))
        && op == Comparison.EQUAL
        && ((a == element && b == inner) || (a == inner && b == element))) {
      return Optional.of(elements(list, other));
    }
    if (condition instanceof Expr.Compare(Comparison op, Expr left, Expr right)
        && op == Comparison.EQUAL) {
      boolean heldRight = right instanceof Expr.Element(int n, _) && n == element;
      Expr sought = heldRight ? left : right;
      Expr held = heldRight ? right : left;
      if (sought instanceof Expr.Field field
          && field.side() != list.side()
          && held instanceof Expr.Element(int n, _)
          && n == element) {
        return Optional.of(elements(list, field));
      }
    }
    return Optional.empty();
  }

  /// `x.startswith(y)` or `y.startswith(x)` of fields.
  static Optional<Access.StartsWith> prefix(Expr expr) {
    if (expr instanceof Expr.Apply(Function function, List<Expr> arguments, _)
        && function == Function.TEXT_STARTS_WITH
        && arguments.get(0) instanceof Expr.Field text
        && arguments.get(1) instanceof Expr.Field prefix
        && text.side() != prefix.side()) {
      boolean ofX = text.side() == Side.X;
      return Optional.of(
          new Access.StartsWith(
              ofX ? text.column() : prefix.column(),
              ofX ? prefix.column() : text.column(),
              text.side()));
    }
    return Optional.empty();
  }

  private static Access.Elements elements(Expr.Field a, Expr.Field b) {
    return a.side() == Side.X
        ? new Access.Elements(a.column(), b.column())
        : new Access.Elements(b.column(), a.column());
  }
}
