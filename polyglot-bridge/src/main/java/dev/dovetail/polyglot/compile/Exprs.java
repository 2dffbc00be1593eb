package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Builds conditions, with constants folded where that cannot hide an undecided operand.
final class Exprs {
  static final Expr TRUE = new Expr.Literal(new Constant.Bool(true));
  static final Expr FALSE = new Expr.Literal(new Constant.Bool(false));
  static final Expr NULL = new Expr.Literal(new Constant.Null());

  private Exprs() {}

  static Expr literal(boolean value) {
    return value ? TRUE : FALSE;
  }

  static Expr integer(long value) {
    return new Expr.Literal(new Constant.Int(java.math.BigInteger.valueOf(value)));
  }

  static Expr and(List<Expr> operands) {
    List<Expr> kept = reached(operands, TRUE, FALSE);
    return kept.isEmpty() ? TRUE : kept.size() == 1 ? kept.getFirst() : new Expr.And(kept);
  }

  static Expr and(Expr... operands) {
    return and(List.of(operands));
  }

  static Expr or(List<Expr> operands) {
    List<Expr> kept = reached(operands, FALSE, TRUE);
    return kept.isEmpty() ? FALSE : kept.size() == 1 ? kept.getFirst() : new Expr.Or(kept);
  }

  /// The operands that matter: those without effect left out, and all behind one that always ends
  /// the evaluation.
  private static List<Expr> reached(List<Expr> operands, Expr neutral, Expr last) {
    List<Expr> kept = new ArrayList<>();
    for (Expr operand : operands) {
      if (!operand.equals(neutral)) {
        kept.add(operand);
      }
      if (operand.equals(last)) {
        break;
      }
    }
    return kept;
  }

  static Expr or(Expr... operands) {
    return or(List.of(operands));
  }

  /// @param operand never NULL
  static Expr not(Expr operand) {
    return switch (operand) {
      case Expr.Literal(Constant.Bool(var value)) -> literal(!value);
      case Expr.Compare(var op, var left, var right) when op == Comparison.EQUAL ->
          new Expr.Compare(Comparison.NOT_EQUAL, left, right);
      case Expr.Compare(var op, var left, var right) when op == Comparison.NOT_EQUAL ->
          new Expr.Compare(Comparison.EQUAL, left, right);
      case Expr.Undecided undecided -> undecided;
      case Expr.Not(var inner) -> inner;
      default -> new Expr.Not(operand);
    };
  }

  /// A choice between two conditions.
  static Expr choose(Expr test, Expr then, Expr otherwise) {
    if (test instanceof Expr.Literal(Constant.Bool(var value))) {
      return value ? then : otherwise;
    }
    if (otherwise.equals(FALSE)) {
      return and(test, then);
    }
    if (then.equals(TRUE)) {
      return or(test, otherwise);
    }
    if (then.equals(FALSE)) {
      return and(not(test), otherwise);
    }
    if (otherwise.equals(TRUE)) {
      return or(not(test), then);
    }
    return new Expr.If(test, then, otherwise, ValueType.BOOL);
  }

  /// Whether a BOOL is `True` or `False` wherever it is decided.
  static boolean isCondition(Expr expr) {
    return switch (expr) {
      case Expr.Compare _,
          Expr.IsNull _,
          Expr.Truth _,
          Expr.Not _,
          Expr.And _,
          Expr.Or _,
          Expr.Exists _,
          Expr.ForAll _,
          Expr.Decided _,
          Expr.Undecided _ ->
          true;
      case Expr.Literal(Constant value) -> value instanceof Constant.Bool;
      case Expr.If(_, Expr then, Expr otherwise, _) -> isCondition(then) && isCondition(otherwise);
      case Expr.Apply(Function function, _, _) ->
          function.result().equals(Optional.of(ValueType.BOOL));
      case Expr.Field _, Expr.Member _, Expr.ListOf _, Expr.Element _, Expr.Collect _ -> false;
    };
  }

  /// Whether a value may be `None`, from the text alone.
  static boolean mayBeNone(Expr expr) {
    return switch (expr) {
      case Expr.Field _, Expr.Member _, Expr.Element _ -> true;
      case Expr.Literal(Constant value) -> value instanceof Constant.Null;
      case Expr.Apply(Function function, _, _) -> function.result().isEmpty();
      case Expr.If(_, Expr then, Expr otherwise, _) -> mayBeNone(then) || mayBeNone(otherwise);
      default -> false;
    };
  }

  /// Whether reading a value cannot be undecided of itself.
  static boolean isPlain(Expr expr) {
    return switch (expr) {
      case Expr.Field _, Expr.Literal _, Expr.Element _ -> true;
      case Expr.IsNull(Expr operand) -> isPlain(operand);
      case Expr.ListOf(var elements) -> elements.stream().allMatch(Exprs::isPlain);
      default -> false;
    };
  }

  /// A condition that is evaluated after some values were.
  static Expr after(List<Expr> values, Expr condition) {
    List<Expr> parts = new ArrayList<>();
    for (Expr value : values) {
      if (!isPlain(value) && !evaluates(condition, value)) {
        parts.add(value instanceof Expr.Undecided ? value : new Expr.Decided(value));
      }
    }
    parts.add(condition);
    return parts.size() == 1 ? condition : new Expr.And(parts);
  }

  /// A value that is evaluated after some others were.
  static Operand.Value after(List<Expr> values, Operand.Value value) {
    if (value.isCondition()) {
      return Operand.condition(after(values, value.expr()));
    }
    List<Expr> left =
        values.stream().filter(v -> !isPlain(v) && !evaluates(value.expr(), v)).toList();
    if (left.isEmpty()) {
      return value;
    }
    Expr test = after(left, TRUE);
    return new Operand.Value(new Expr.If(test, value.expr(), NULL, value.type()), value.shape());
  }

  /// Whether evaluating an expression always evaluates a part.
  static boolean evaluates(Expr expr, Expr part) {
    if (expr.equals(part)) {
      return true;
    }
    List<Expr> always =
        switch (expr) {
          case Expr.And _, Expr.Or _, Expr.If _, Expr.Exists _, Expr.ForAll _, Expr.Collect _ ->
              expr.parts().subList(0, 1);
          default -> expr.parts();
        };
    return always.stream().anyMatch(child -> evaluates(child, part));
  }

  /// A number for an element that no element in an expression has.
  static int elements(Expr expr) {
    int own = expr instanceof Expr.Element(int number, _) ? number + 1 : 0;
    for (Expr part : expr.parts()) {
      own = Math.max(own, elements(part));
    }
    return own;
  }

  /// An integer as it is; undecided where it is `None`.
  static Expr present(Expr integer) {
    return integer instanceof Expr.Apply ? integer : Function.INT_OR.of(integer, integer(0));
  }

  /// The number of nodes in an expression, counted up to `limit`. Parts may be shared, so the tree
  /// can be far larger than what was built.
  static int size(Expr expr, int limit) {
    int size = 1;
    for (Expr part : expr.parts()) {
      if (size >= limit) {
        return limit;
      }
      size += size(part, limit - size);
    }
    return size;
  }
}
