package dev.dovetail.engine.decide;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Whether a condition says the same of a pair of rows and of the pair turned round, where both
/// rows are of one table and the condition is decided on every pair.
///
/// It does if it reads the same with the sides exchanged, up to the order of what may stand in any
/// order. Not all symmetric conditions are found.
public final class Symmetry {
  /// Give the same for their arguments in any order.
  private static final Set<Function> COMMUTATIVE =
      EnumSet.of(
          Function.INT_ADD,
          Function.INT_MULTIPLY,
          Function.INT_AND,
          Function.INT_OR,
          Function.INT_XOR,
          Function.INT_MIN,
          Function.INT_MAX,
          Function.INT_GCD,
          Function.FLOAT_ADD,
          Function.FLOAT_MULTIPLY,
          Function.DECIMAL_ADD,
          Function.DECIMAL_MULTIPLY,
          Function.LIST_EQUAL,
          Function.SET_EQUAL,
          Function.SET_DISJOINT);

  /// Change no more than the sign when their arguments change places.
  private static final Set<Function> DIFFERENCES =
      EnumSet.of(
          Function.INT_SUBTRACT,
          Function.FLOAT_SUBTRACT,
          Function.DECIMAL_SUBTRACT,
          Function.DATE_DIFFERENCE,
          Function.MOMENT_DIFFERENCE,
          Function.DURATION_SUBTRACT);

  private static final Set<Function> SIZES =
      EnumSet.of(Function.INT_ABS, Function.FLOAT_ABS, Function.DECIMAL_ABS, Function.DURATION_ABS);

  /// Give sets of as many elements for their arguments in any order, though not the same lists.
  private static final Set<Function> SETS =
      EnumSet.of(Function.SET_AND, Function.SET_OR, Function.SET_XOR);

  private Symmetry() {}

  /// Whether a conjunction is symmetric.
  ///
  /// @param conjuncts over columns that both sides number alike
  public static boolean isSymmetric(List<Expr> conjuncts) {
    Expr all = new Expr.And(conjuncts);
    return text(all, false).equals(text(all, true));
  }

  private static String text(Expr expr, boolean turned) {
    return switch (expr) {
      case Expr.Field(Side side, int column, _, _) ->
          ((side == Side.X) != turned ? "x" : "y") + column;
      case Expr.Compare(Comparison op, Expr left, Expr right) ->
          comparison(op, text(left, turned), text(right, turned));
      case Expr.And(List<Expr> operands) -> "and" + sorted(operands, turned);
      case Expr.Or(List<Expr> operands) -> "or" + sorted(operands, turned);
      case Expr.Truth(Expr.Apply set) when SETS.contains(set.function()) ->
          "any " + set.function() + sorted(set.arguments(), turned);
      case Expr.Apply apply -> applied(apply, turned);
      case Expr.Literal(Constant value) -> literal(value);
      case Expr.Undecided _, Expr.Element _ -> expr.toString();
      case Expr.Member(_, int index, _, _) -> "part " + index + inOrder(expr, turned);
      case Expr.Exists(_, int element, _) -> "exists " + element + inOrder(expr, turned);
      case Expr.ForAll(_, int element, _) -> "all " + element + inOrder(expr, turned);
      case Expr.Collect(_, int element, _, _) -> "collect " + element + inOrder(expr, turned);
      case Expr.IsNull _, Expr.Truth _, Expr.Not _, Expr.If _, Expr.ListOf _, Expr.Decided _ ->
          expr.getClass().getSimpleName() + inOrder(expr, turned);
    };
  }

  /// With its kind, since `0.1` and `Decimal("0.1")` read alike, and its length, so that no text is
  /// taken for what stands around it.
  private static String literal(Constant value) {
    String text = value.getClass().getSimpleName() + " " + value.type() + " " + value;
    return text.length() + ":" + text;
  }

  private static String comparison(Comparison op, String left, String right) {
    return left.compareTo(right) <= 0
        ? "(" + left + op.symbol() + right + ")"
        : "(" + right + op.mirrored().symbol() + left + ")";
  }

  private static String applied(Expr.Apply apply, boolean turned) {
    Function function = apply.function();
    Expr first = apply.arguments().getFirst();
    if (COMMUTATIVE.contains(function)) {
      return function + sorted(apply.arguments(), turned);
    }
    boolean sizeOfDifference =
        SIZES.contains(function)
            && first instanceof Expr.Apply inner
            && DIFFERENCES.contains(inner.function());
    boolean sizeOfSet =
        function == Function.LIST_LENGTH
            && first instanceof Expr.Apply inner
            && SETS.contains(inner.function());
    return sizeOfDifference || sizeOfSet
        ? function + " " + ((Expr.Apply) first).function() + sorted(first.parts(), turned)
        : function + inOrder(apply, turned);
  }

  private static String sorted(List<Expr> parts, boolean turned) {
    return parts.stream()
        .map(part -> text(part, turned))
        .sorted()
        .collect(Collectors.joining(",", "(", ")"));
  }

  private static String inOrder(Expr expr, boolean turned) {
    return expr.parts().stream()
        .map(part -> text(part, turned))
        .collect(Collectors.joining(",", "(", ")"));
  }
}
