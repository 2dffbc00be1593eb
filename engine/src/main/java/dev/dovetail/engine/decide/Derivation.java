package dev.dovetail.engine.decide;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import java.util.EnumSet;
import java.util.Set;

/// Computes what reads one side only once per position of that side, instead of once per pair.
///
/// Everything in a condition is pure, so each largest part that reads one side and is computed
/// becomes a column, and the part a field. A condition on computed values is then one on fields:
/// `x["name"].strip().lower() == y["name"].lower()` is an equality that a hash table serves. A part
/// that is never reached costs time, never an answer: its undecided positions are odd, and matter
/// only to a condition that reads them.
public final class Derivation {
  private final DerivedColumns x;
  private final DerivedColumns y;

  public Derivation(DerivedColumns x, DerivedColumns y) {
    this.x = x;
    this.y = y;
  }

  /// The same condition over the columns of both sides, computed ones included.
  public Expr lower(Expr expr) {
    if (!isComputed(expr)) {
      return expr;
    }
    if (expr instanceof Expr.Decided(Expr operand)) {
      return new Expr.Decided(lower(operand));
    }
    Set<Side> sides = EnumSet.noneOf(Side.class);
    collectSides(expr, sides);
    if (sides.size() == 1 && isClosed(expr)) {
      DerivedColumns columns = sides.contains(Side.X) ? x : y;
      return columns.field(expr instanceof Expr.Member ? expr : withoutMembers(expr, columns));
    }
    return expr.withParts(expr.parts().stream().map(this::lower).toList());
  }

  /// Parts of structs are columns of their own.
  private static Expr withoutMembers(Expr expr, DerivedColumns columns) {
    return expr instanceof Expr.Member
        ? columns.field(expr)
        : expr.withParts(expr.parts().stream().map(part -> withoutMembers(part, columns)).toList());
  }

  /// Whether anything in an expression is more than a comparison of fields and constants.
  private static boolean isComputed(Expr expr) {
    return !PairTests.isPlain(expr);
  }

  private static void collectSides(Expr expr, Set<Side> sides) {
    if (expr instanceof Expr.Field field) {
      sides.add(field.side());
    }
    expr.parts().forEach(part -> collectSides(part, sides));
  }

  /// Whether no element of an enclosing list is read.
  private static boolean isClosed(Expr expr) {
    return isClosed(expr, Set.of());
  }

  private static boolean isClosed(Expr expr, Set<Integer> bound) {
    return switch (expr) {
      case Expr.Element(int number, _) -> bound.contains(number);
      case Expr.Exists(Expr list, int element, _) -> isClosed(expr, list, element, bound);
      case Expr.ForAll(Expr list, int element, _) -> isClosed(expr, list, element, bound);
      case Expr.Collect(Expr list, int element, _, _) -> isClosed(expr, list, element, bound);
      default -> expr.parts().stream().allMatch(part -> isClosed(part, bound));
    };
  }

  private static boolean isClosed(Expr expr, Expr list, int element, Set<Integer> bound) {
    Set<Integer> within = new java.util.HashSet<>(bound);
    within.add(element);
    return isClosed(list, bound)
        && expr.parts().stream().skip(1).allMatch(part -> isClosed(part, within));
  }
}
