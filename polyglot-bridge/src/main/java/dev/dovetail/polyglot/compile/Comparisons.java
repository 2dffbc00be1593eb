package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Found;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Mixed;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What Python's comparisons mean between two operands, by their types.
///
/// Every method evaluates both operands, so a missing one makes the answer undecided. `node` is
/// where a construct that stays with Python is reported.
final class Comparisons {
  private Comparisons() {}

  /// `left == right`: total. `None` equals `None` only, whatever types the columns have.
  static Expr equal(Operand left, Operand right, Syntax node) {
    if (left instanceof Missing(var undecided)) {
      return undecided;
    }
    if (right instanceof Missing(var undecided)) {
      return undecided;
    }
    if (left instanceof Mixed(var real)) {
      return equal(real, right, node);
    }
    if (right instanceof Mixed(var real)) {
      return equal(left, real, node);
    }
    if (left instanceof Display a && right instanceof Display b) {
      return Displays.equal(a, b, node);
    }
    if (left instanceof Found(var condition) && isNoneConstant(right)) {
      return Exprs.not(condition);
    }
    if (right instanceof Found(var condition) && isNoneConstant(left)) {
      return Exprs.not(condition);
    }
    Value l = value(left, node);
    Value r = value(right, node);
    if (l.type() == ValueType.NULL) {
      return isNone(r);
    }
    if (r.type() == ValueType.NULL) {
      return isNone(l);
    }
    if (!comparable(l.type(), r.type())) {
      boolean neverNone = !Exprs.mayBeNone(l.expr()) || !Exprs.mayBeNone(r.expr());
      Expr answer = neverNone ? Exprs.FALSE : Exprs.and(isNone(l), isNone(r));
      return Exprs.after(List.of(l.expr(), r.expr()), answer);
    }
    requireCompared(l, node);
    requireCompared(r, node);
    if (l.type() == ValueType.LIST) {
      return lists(l, r);
    }
    if (l.isCondition() && r.expr() instanceof Expr.Literal(Constant.Bool(var value))) {
      return value ? l.expr() : Exprs.not(l.expr());
    }
    if (r.isCondition() && l.expr() instanceof Expr.Literal(Constant.Bool(var value))) {
      return value ? r.expr() : Exprs.not(r.expr());
    }
    return new Expr.Compare(Comparison.EQUAL, l.expr(), r.expr());
  }

  private static boolean isNoneConstant(Operand operand) {
    return operand instanceof Value(Expr.Literal(Constant.Null _), _);
  }

  private static Expr lists(Value l, Value r) {
    if (l.shape().holder() != r.shape().holder()) {
      return Exprs.after(List.of(l.expr(), r.expr()), Exprs.and(isNone(l), isNone(r)));
    }
    return l.shape().isSet()
        ? Function.SET_EQUAL.of(l.expr(), r.expr())
        : new Expr.Compare(Comparison.EQUAL, l.expr(), r.expr());
  }

  /// `left < right` and its kin: a TypeError, and so undecided, between families and with `None`.
  /// The order of a Decimal and a NaN raises too; of that the engine's comparison takes care, which
  /// sees the values.
  static Expr ordered(Comparison op, Operand left, Operand right, Syntax node) {
    if (left instanceof Missing(var undecided)) {
      return undecided;
    }
    if (right instanceof Missing(var undecided)) {
      return undecided;
    }
    if (left instanceof Mixed(var real)) {
      return ordered(op, real, right, node);
    }
    if (right instanceof Mixed(var real)) {
      return ordered(op, left, real, node);
    }
    if (left instanceof Display a && right instanceof Display b) {
      return Displays.ordered(op, a, b, node);
    }
    Value l = value(left, node);
    Value r = value(right, node);
    ValueType a = l.type();
    ValueType b = r.type();
    if (a == ValueType.NULL || b == ValueType.NULL || !comparable(a, b)) {
      return new Expr.Undecided(
          "'" + op.symbol() + "' is not supported between " + word(a) + " and " + word(b));
    }
    requireCompared(l, node);
    requireCompared(r, node);
    if (a == ValueType.LIST) {
      return sets(op, l, r, node);
    }
    return new Expr.Compare(op, l.expr(), r.expr());
  }

  private static Expr sets(Comparison op, Value l, Value r, Syntax node) {
    if (!l.shape().isSet() || !r.shape().isSet()) {
      throw NotExact.in("ordering of lists", node);
    }
    return switch (op) {
      case LESS -> Function.SET_STRICTLY_WITHIN.of(l.expr(), r.expr());
      case LESS_OR_EQUAL -> Function.SET_WITHIN.of(l.expr(), r.expr());
      case GREATER -> Function.SET_STRICTLY_WITHIN.of(r.expr(), l.expr());
      case GREATER_OR_EQUAL -> Function.SET_WITHIN.of(r.expr(), l.expr());
      case EQUAL, NOT_EQUAL -> throw new IllegalStateException(op + " is no ordering");
    };
  }

  /// `left is right`, where that does not hang on which objects an interpreter shares: with `None`,
  /// `True` and `False`.
  static Expr identical(Operand left, Operand right, Syntax node) {
    if (left instanceof Found || right instanceof Found) {
      return equal(left, right, node);
    }
    if (right instanceof Value(Expr.Literal(var constant), _)) {
      return identical(left, constant, node);
    }
    if (left instanceof Value(Expr.Literal(var constant), _)) {
      return identical(right, constant, node);
    }
    // There is one True and one False.
    if (isBool(left) && isBool(right)) {
      return equal(left, right, node);
    }
    throw NotExact.in("identity of two values", node);
  }

  private static boolean isBool(Operand operand) {
    return operand instanceof Missing
        || (operand instanceof Value value && value.type() == ValueType.BOOL);
  }

  private static Expr identical(Operand operand, Constant constant, Syntax node) {
    if (operand instanceof Missing(var undecided)) {
      return undecided;
    }
    return switch (constant) {
      case Constant.Null _ -> isNone(value(operand, node));
      case Constant.Bool _ ->
          isBool(operand)
              ? equal(operand, Operand.constant(constant), node)
              : Exprs.after(List.of(value(operand, node).expr()), Exprs.FALSE);
      case Constant.Int _,
          Constant.Real _,
          Constant.Decimal _,
          Constant.Text _,
          Constant.Bytes _,
          Constant.Temporal _,
          Constant.Opaque _ ->
          throw NotExact.in("identity of two values", node);
    };
  }

  /// `left is right or left == right`, as containers compare their elements.
  ///
  /// Only a NaN can be identical and unequal. The same field of the same row is one object; values
  /// that come from two rows are two; where neither is certain, Python decides.
  static Expr identicalOrEqual(Operand left, Operand right, Syntax node) {
    if (left instanceof Value a
        && right instanceof Value b
        && a.type() == ValueType.FLOAT
        && b.type() == ValueType.FLOAT) {
      if (a.expr() instanceof Expr.Field && a.expr().equals(b.expr())) {
        return Exprs.TRUE;
      }
      if (isNan(a) && isNan(b)) {
        throw NotExact.in("identity of two NaN", node);
      }
      if (!isConstant(a) && !isConstant(b) && mayShareObject(a.expr(), b.expr())) {
        throw NotExact.in("identity of two floats of one row", node);
      }
    } else if (left.equals(right)
        && left instanceof Value a
        && a.expr() instanceof Expr.Field
        && a.shape().whyNotCompared().isEmpty()
        && a.type() != ValueType.LIST) {
      return Exprs.TRUE;
    }
    return equal(left, right, node);
  }

  private static boolean isConstant(Value value) {
    return value.expr() instanceof Expr.Literal;
  }

  private static boolean isNan(Value value) {
    return value.expr() instanceof Expr.Literal(Constant.Real(var number)) && Double.isNaN(number);
  }

  private static boolean mayShareObject(Expr a, Expr b) {
    Set<Side> sides = EnumSet.noneOf(Side.class);
    collectSides(a, sides);
    Set<Side> others = EnumSet.noneOf(Side.class);
    collectSides(b, others);
    others.retainAll(sides);
    return !others.isEmpty() || sides.isEmpty();
  }

  private static void collectSides(Expr expr, Set<Side> sides) {
    switch (expr) {
      case Expr.Field field -> sides.add(field.side());
      case Expr.Element _ -> sides.addAll(EnumSet.allOf(Side.class));
      default -> expr.parts().forEach(part -> collectSides(part, sides));
    }
  }

  /// `operand is None`, which is `operand == None` for every value a row can hold.
  static Expr isNone(Value operand) {
    if (operand.type() == ValueType.NULL) {
      return Exprs.after(List.of(operand.expr()), Exprs.TRUE);
    }
    if (Exprs.mayBeNone(operand.expr())) {
      return new Expr.IsNull(operand.expr());
    }
    return Exprs.after(List.of(operand.expr()), Exprs.FALSE);
  }

  /// `bool(operand)`.
  static Expr truth(Operand operand, Syntax node) {
    if (operand instanceof Missing(var undecided)) {
      return undecided;
    }
    if (operand instanceof Display(_, var elements)) {
      return Exprs.literal(!elements.isEmpty());
    }
    if (operand instanceof Found(var condition)) {
      return condition;
    }
    if (operand instanceof Mixed(var real)) {
      return truth(real, node);
    }
    Value value = value(operand, node);
    if (value.isCondition()) {
      return value.expr();
    }
    if (value.expr() instanceof Expr.Literal(var constant)) {
      return Exprs.literal(isTrue(constant));
    }
    return switch (value.type()) {
      case NULL -> Exprs.after(List.of(value.expr()), Exprs.FALSE);
      case BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY, DURATION, LIST ->
          new Expr.Truth(value.expr());
      case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP -> Exprs.not(isNone(value));
      case STRUCT -> throw NotExact.in("truth of " + word(value.type()), node);
    };
  }

  private static boolean isTrue(Constant value) {
    return switch (value) {
      case Constant.Null _ -> false;
      case Constant.Bool(var truth) -> truth;
      case Constant.Int(var number) -> number.signum() != 0;
      case Constant.Real(var number) -> number != 0;
      case Constant.Decimal(var number) -> number.signum() != 0;
      case Constant.Text(var text) -> !text.isEmpty();
      case Constant.Bytes(var hex) -> !hex.isEmpty();
      case Constant.Temporal(var type, var number) -> type != ValueType.DURATION || number != 0;
      case Constant.Opaque opaque -> throw new IllegalStateException(opaque + " was bound");
    };
  }

  /// Whether values of two types, neither of them `None`, may be equal. A date equals no datetime,
  /// and a timestamp with a zone none without.
  private static boolean comparable(ValueType left, ValueType right) {
    return left == right
        || (left.isNumber() && right.isNumber())
        || (isAware(left) && isAware(right));
  }

  private static boolean isAware(ValueType type) {
    return type == ValueType.INSTANT || type == ValueType.ZONED_TIMESTAMP;
  }

  private static void requireCompared(Value operand, Syntax node) {
    operand
        .shape()
        .whyNotCompared()
        .ifPresent(
            why -> {
              String name = operand.expr() instanceof Expr.Field field ? field.name() : "a value";
              throw NotExact.in("comparison of '" + name + "' (" + why + ")", node);
            });
  }

  /// An operand as a value. Of a match object only its being there is known.
  static Value value(Operand operand, Syntax node) {
    return switch (operand) {
      case Value value -> value;
      case Found _ -> throw NotExact.in("use of a match object", node);
      case Operand.Row _ -> throw NotExact.in("use of a whole row", node);
      case Display display ->
          throw NotExact.in(
              display.kind() == Display.Kind.TUPLE ? "use of a tuple" : "use of a display", node);
      case Mixed _ -> throw NotExact.in("a value that is now an int, now a float", node);
      case Operand.Table _ -> throw NotExact.in("use of a dict", node);
      case Operand.Range _ -> throw NotExact.in("use of a range", node);
      case Operand.Iteration _ -> throw NotExact.in("use of a generator", node);
      case Operand.Known _, Operand.Builtin _ -> throw NotExact.in("use of a function", node);
      case Missing missing -> throw new IllegalStateException(missing + " was met before");
    };
  }

  /// What messages call a value of a type.
  static String word(ValueType type) {
    return switch (type) {
      case NULL -> "None";
      case BOOL -> "a bool";
      case INTEGER -> "an int";
      case FLOAT -> "a float";
      case DECIMAL -> "a Decimal";
      case TEXT -> "a str";
      case BINARY -> "bytes";
      case DATE -> "a date";
      case TIME -> "a time";
      case NAIVE_TIMESTAMP -> "a datetime";
      case INSTANT, ZONED_TIMESTAMP -> "a datetime with a zone";
      case DURATION -> "a timedelta";
      case LIST -> "a list";
      case STRUCT -> "a dict";
    };
  }
}
