package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.polyglot.parse.ComparisonOperator;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Splits a returned expression at its outermost `and`.
final class Conjunctions {
  private Conjunctions() {}

  /// The operands of `and`, of those among them that are an `and` themselves, and so on.
  static List<Expression> flatten(Expression node) {
    List<Expression> parts = new ArrayList<>();
    flatten(node, parts);
    return parts;
  }

  private static void flatten(Expression node, List<Expression> parts) {
    if (node instanceof Syntax.BoolOp and && and.isAnd()) {
      and.operands().forEach(operand -> flatten(operand, parts));
    } else {
      parts.add(node);
    }
  }

  static void split(Expression node, ExpressionCompiler compiler, BiConsumer<Expr, String> out) {
    List<Expression> parts = flatten(node);
    for (int i = 0; i < parts.size(); i++) {
      Use use = i == parts.size() - 1 ? Use.RESULT : Use.RESULT_IF_FALSE;
      try {
        part(parts.get(i), compiler.condition(parts.get(i), use), out);
      } catch (NotExact e) {
        throw e.withRest(joined(parts.subList(i, parts.size())));
      }
    }
  }

  /// One conjunct; or where two tuples are compared, one for each pair of elements, since each may
  /// be a key.
  private static void part(Expression node, Expr expr, BiConsumer<Expr, String> out) {
    if (expr instanceof Expr.And(var equalities)
        && node instanceof Syntax.Compare(var first, var rest, _)
        && rest.size() == 1
        && rest.getFirst().operator() == ComparisonOperator.EQUAL) {
      List<Expression> left = elements(first);
      List<Expression> right = elements(rest.getFirst().value());
      if (!left.isEmpty() && left.size() == equalities.size() && right.size() == left.size()) {
        for (int i = 0; i < equalities.size(); i++) {
          out.accept(equalities.get(i), left.get(i).text() + " == " + right.get(i).text());
        }
        return;
      }
    }
    out.accept(expr, node.text());
  }

  private static List<Expression> elements(Expression node) {
    return switch (node) {
      case Syntax.Tuple n -> n.elements();
      case Syntax.ListDisplay n -> n.elements();
      default -> List.of();
    };
  }

  private static String joined(List<Expression> parts) {
    if (parts.size() == 1) {
      return parts.getFirst().text();
    }
    return String.join(" and ", parts.stream().map(Conjunctions::parenthesised).toList());
  }

  private static String parenthesised(Expression node) {
    boolean looser =
        node instanceof Syntax.BoolOp
            || node instanceof Syntax.IfExp
            || node instanceof Syntax.Lambda
            || node instanceof Syntax.NamedExpr;
    return looser ? "(" + node.text() + ")" : node.text();
  }
}
