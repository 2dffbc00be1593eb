package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.OfCondition;
import dev.dovetail.polyglot.compile.Operand.OfConstant;
import dev.dovetail.polyglot.compile.Operand.OfField;
import dev.dovetail.polyglot.parse.Syntax;

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
    if (left instanceof OfCondition(var condition)) {
      return conditionEquals(condition, right, node);
    }
    if (right instanceof OfCondition(var condition)) {
      return conditionEquals(condition, left, node);
    }
    if (left.type() == ValueType.NULL) {
      return isNone(right);
    }
    if (right.type() == ValueType.NULL) {
      return isNone(left);
    }
    if (!comparable(left.type(), right.type())) {
      boolean isConstant = left instanceof OfConstant || right instanceof OfConstant;
      return isConstant ? Exprs.FALSE : Exprs.and(isNone(left), isNone(right));
    }
    requireCompiled(left, node);
    requireCompiled(right, node);
    return new Expr.Compare(Comparison.EQUAL, expr(left), expr(right));
  }

  /// A condition is `True` or `False`; so it equals another value if that is one of the two.
  private static Expr conditionEquals(Expr condition, Operand other, Syntax node) {
    return switch (other) {
      case OfCondition(var second) ->
          Exprs.or(
              Exprs.and(condition, second), Exprs.and(Exprs.not(condition), Exprs.not(second)));
      case OfConstant(Constant.Bool(var value)) -> value ? condition : Exprs.not(condition);
      case OfField(var field, _) when field.type() == ValueType.BOOL ->
          Exprs.or(
              Exprs.and(condition, fieldIs(field, true)),
              Exprs.and(Exprs.not(condition), fieldIs(field, false)));
      case OfConstant _, OfField _, Missing _ ->
          throw NotExact.in("comparison of a condition with a value", node);
    };
  }

  private static Expr fieldIs(Expr.Field field, boolean value) {
    return new Expr.Compare(Comparison.EQUAL, field, Exprs.literal(value));
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
    if (left instanceof OfCondition || right instanceof OfCondition) {
      throw NotExact.in("ordering of a condition", node);
    }
    ValueType l = left.type();
    ValueType r = right.type();
    if (l == ValueType.NULL || r == ValueType.NULL || !comparable(l, r)) {
      return new Expr.Undecided(
          "'" + op.symbol() + "' is not supported between " + word(l) + " and " + word(r));
    }
    requireCompiled(left, node);
    requireCompiled(right, node);
    return new Expr.Compare(op, expr(left), expr(right));
  }

  /// `left is right`, where that does not hang on which objects an interpreter shares: with `None`,
  /// `True` and `False`.
  static Expr identical(Operand left, Operand right, Syntax node) {
    if (right instanceof OfConstant(var constant)) {
      return identical(left, constant, node);
    }
    if (left instanceof OfConstant(var constant)) {
      return identical(right, constant, node);
    }
    // There is one True and one False.
    if (isBool(left) && isBool(right)) {
      return equal(left, right, node);
    }
    throw NotExact.in("identity of two values", node);
  }

  private static boolean isBool(Operand operand) {
    return operand.type() == ValueType.BOOL;
  }

  private static Expr identical(Operand operand, Constant constant, Syntax node) {
    if (operand instanceof Missing(var undecided)) {
      return undecided;
    }
    return switch (constant) {
      case Constant.Null _ -> isNone(operand);
      case Constant.Bool _ ->
          isBool(operand) ? equal(operand, new OfConstant(constant), node) : Exprs.FALSE;
      case Constant.Int _,
          Constant.Real _,
          Constant.Decimal _,
          Constant.Text _,
          Constant.Bytes _,
          Constant.Opaque _ ->
          throw NotExact.in("identity of two values", node);
    };
  }

  /// `left is right or left == right`, as containers compare their elements.
  ///
  /// Only a NaN can be identical and unequal. The same field of the same row is one object; fields
  /// of two rows are two; where neither is certain, Python decides.
  static Expr identicalOrEqual(Operand left, Operand right, Syntax node) {
    if (left instanceof OfField(var a, _) && right instanceof OfField(var b, _)) {
      if (a.side() == b.side() && a.column() == b.column()) {
        return Exprs.TRUE;
      }
      if (a.side() == b.side() && a.type() == ValueType.FLOAT && b.type() == ValueType.FLOAT) {
        throw NotExact.in("identity of two floats of one row", node);
      }
    }
    if (isNan(left) && isNan(right)) {
      throw NotExact.in("identity of two NaN", node);
    }
    return equal(left, right, node);
  }

  private static boolean isNan(Operand operand) {
    return operand instanceof OfConstant(Constant.Real(var value)) && Double.isNaN(value);
  }

  /// `operand is None`, which is `operand == None` for every value a row can hold.
  static Expr isNone(Operand operand) {
    return switch (operand) {
      case OfField(var field, _) ->
          field.type() == ValueType.NULL ? Exprs.TRUE : new Expr.IsNull(field);
      case OfConstant(var value) -> Exprs.literal(value instanceof Constant.Null);
      case OfCondition(var condition) -> Exprs.and(Exprs.not(condition), condition);
      case Missing(var undecided) -> undecided;
    };
  }

  /// `bool(operand)`.
  static Expr truth(Operand operand, Syntax node) {
    return switch (operand) {
      case Missing(var undecided) -> undecided;
      case OfCondition(var condition) -> condition;
      case OfConstant(var value) -> Exprs.literal(isTrue(value));
      case OfField(var field, _) -> truth(field, node);
    };
  }

  private static Expr truth(Expr.Field field, Syntax node) {
    return switch (field.type()) {
      case NULL -> Exprs.FALSE;
      case BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY, DURATION -> new Expr.Truth(field);
      case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP ->
          Exprs.not(new Expr.IsNull(field));
      case LIST, STRUCT -> throw NotExact.in("truth of " + word(field.type()), node);
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

  private static void requireCompiled(Operand operand, Syntax node) {
    if (operand instanceof OfField(var field, var notCompiled) && notCompiled.isPresent()) {
      throw NotExact.in("comparison of '" + field.name() + "' (" + notCompiled.get() + ")", node);
    }
  }

  private static Expr expr(Operand operand) {
    return switch (operand) {
      case OfField(var field, _) -> field;
      case OfConstant(var value) -> new Expr.Literal(value);
      case OfCondition(var condition) -> condition;
      case Missing(var undecided) -> undecided;
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
