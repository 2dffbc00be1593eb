package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.ArrayList;
import java.util.List;

/// Comparisons of tuples, or of lists, that are written out.
final class Displays {
  private Displays() {}

  /// Tuples, or lists, of one length. Both are built, and so every element evaluated, before any
  /// two are compared.
  static Expr equal(Display left, Display right, Syntax node) {
    if (left.kind() != right.kind()
        || left.kind() == Display.Kind.SET
        || left.elements().size() != right.elements().size()) {
      throw NotExact.in("comparison of two displays", node);
    }
    List<Expr> values = new ArrayList<>();
    List<Expr> equalities = new ArrayList<>();
    for (int i = 0; i < left.elements().size(); i++) {
      Operand a = left.elements().get(i);
      Operand b = right.elements().get(i);
      if (a instanceof Missing(var undecided)) {
        return undecided;
      }
      if (b instanceof Missing(var undecided)) {
        return undecided;
      }
      values.add(Comparisons.value(a, node).expr());
      values.add(Comparisons.value(b, node).expr());
      equalities.add(Comparisons.identicalOrEqual(a, b, node));
    }
    return Exprs.after(values, Exprs.and(equalities));
  }

  /// Tuples, or lists, of one length: the first elements that differ are ordered.
  static Expr ordered(Comparison op, Display left, Display right, Syntax node) {
    if (left.kind() != right.kind()
        || left.kind() == Display.Kind.SET
        || left.elements().size() != right.elements().size()) {
      throw NotExact.in("comparison of two displays", node);
    }
    List<Expr> values = new ArrayList<>();
    Expr answer = Exprs.literal(op.holds(0));
    for (int i = left.elements().size() - 1; i >= 0; i--) {
      Operand a = left.elements().get(i);
      Operand b = right.elements().get(i);
      if (a instanceof Missing(var undecided)) {
        return undecided;
      }
      if (b instanceof Missing(var undecided)) {
        return undecided;
      }
      values.add(Comparisons.value(a, node).expr());
      values.add(Comparisons.value(b, node).expr());
      answer =
          Exprs.choose(
              Comparisons.identicalOrEqual(a, b, node),
              answer,
              Comparisons.ordered(op, a, b, node));
    }
    return Exprs.after(values, answer);
  }
}
