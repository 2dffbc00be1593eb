package dev.dovetail.engine.plan;

import dev.dovetail.engine.expr.Expr;
import java.util.ArrayList;
import java.util.List;

/// A condition as the parts of its conjunctions, in the order of their evaluation.
final class Parts {
  private Parts() {}

  /// A part of a conjunct.
  record Part(Expr expr, int conjunct) {}

  /// The parts of the compiled conjuncts before the first that is not.
  static List<Part> of(List<Conjunct> conjuncts) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < conjuncts.size(); i++) {
      if (!(conjuncts.get(i) instanceof Conjunct.Compiled(Expr expr, _))) {
        break;
      }
      split(expr, i, parts);
    }
    return parts;
  }

  /// Takes conjunctions apart, `not (a or b)` among them: it is `not a and not b`, evaluated in the
  /// same order and up to the same operand.
  private static void split(Expr expr, int conjunct, List<Part> parts) {
    switch (expr) {
      case Expr.And(var operands) -> operands.forEach(part -> split(part, conjunct, parts));
      case Expr.Not(Expr.Or(var operands)) ->
          operands.forEach(part -> split(new Expr.Not(part), conjunct, parts));
      case Expr.Not(Expr.Not(var operand)) -> split(operand, conjunct, parts);
      default -> parts.add(new Part(expr, conjunct));
    }
  }
}
