package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.ComparisonOperator;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.List;

/// Compiles expressions of which the truth matters, or which are the result of the function.
final class ConditionCompiler {
  private final ExpressionCompiler values;

  ConditionCompiler(ExpressionCompiler values) {
    this.values = values;
  }

  /// The condition of an expression that is used in a certain way.
  Expr compile(Expression node, Use use) {
    return switch (node) {
      case Syntax.BoolOp n -> {
        List<Expr> operands = new ArrayList<>();
        logical(n, use, 0, operands);
        yield n.isAnd() ? Exprs.and(operands) : Exprs.or(operands);
      }
      case Syntax.UnaryOp n when n.operator().equals("not") ->
          Exprs.not(compile(n.operand(), Use.TRUTH));
      case Syntax.Compare n -> comparison(n);
      case Syntax.IfExp n -> {
        Expr test = compile(n.test(), Use.TRUTH);
        Expr then = values.maybe(() -> compileAgain(n.then(), use));
        Expr otherwise = values.maybe(() -> compileAgain(n.otherwise(), use));
        yield Exprs.choose(test, then, otherwise);
      }
      default -> result(values.operand(node), node, use);
    };
  }

  /// Through the compiler of expressions, whose scope is another within a part.
  private Expr compileAgain(Expression node, Use use) {
    return values.condition(node, use);
  }

  private void logical(Syntax.BoolOp node, Use use, int next, List<Expr> operands) {
    boolean last = next == node.operands().size() - 1;
    operands.add(compile(node.operands().get(next), last ? use : use.before(node.isAnd())));
    if (!last) {
      values.maybe(
          () -> {
            logical(node, use, next + 1, operands);
            return operands;
          });
    }
  }

  /// The condition of a value. Where the value itself may be the result and is no bool, the judge
  /// says so.
  Expr result(Operand operand, Expression node, Use use) {
    if (operand instanceof Value value && value.type() == ValueType.BOOL && !value.isCondition()) {
      // Only None is false without being False: as a result it is undecided, and so is the value.
      return switch (use) {
        case TRUTH, RESULT_IF_TRUE -> Comparisons.truth(operand, node);
        case RESULT_IF_FALSE, RESULT -> value.expr();
      };
    }
    Expr truth = Comparisons.truth(operand, node);
    if (operand instanceof Missing
        || (operand instanceof Value value && value.type() == ValueType.BOOL)) {
      return truth;
    }
    Expr noBool = new Expr.Undecided(NotExact.shown(node) + " is no bool");
    return switch (use) {
      case TRUTH -> truth;
      case RESULT_IF_FALSE -> Exprs.or(truth, noBool);
      case RESULT_IF_TRUE -> Exprs.and(truth, noBool);
      case RESULT ->
          throw NotExact.in(
              operand instanceof Value value
                  ? "a result that is " + Comparisons.word(value.type()) + " and no bool"
                  : "a result that is no bool",
              node);
    };
  }

  private Expr comparison(Syntax.Compare node) {
    List<Expr> links = new ArrayList<>();
    link(node, values.operand(node.first()), 0, links);
    return Exprs.and(links);
  }

  /// The middle of a chain is evaluated once, and what follows a false link never.
  private void link(Syntax.Compare node, Operand left, int index, List<Expr> links) {
    if (index == node.rest().size()) {
      return;
    }
    Syntax.Comparand comparand = node.rest().get(index);
    Operand right = values.operand(comparand.value());
    links.add(link(left, comparand.operator(), right, node));
    if (index + 1 < node.rest().size()) {
      values.maybe(
          () -> {
            link(node, right, index + 1, links);
            return links;
          });
    }
  }

  private static Expr link(
      Operand left, ComparisonOperator operator, Operand right, Syntax.Compare node) {
    return switch (operator) {
      case IN -> Membership.contains(left, right, node);
      case NOT_IN -> Exprs.not(Membership.contains(left, right, node));
      case EQUAL -> Comparisons.equal(left, right, node);
      case NOT_EQUAL -> Exprs.not(Comparisons.equal(left, right, node));
      case IS -> Comparisons.identical(left, right, node);
      case IS_NOT -> Exprs.not(Comparisons.identical(left, right, node));
      case LESS -> Comparisons.ordered(Comparison.LESS, left, right, node);
      case LESS_OR_EQUAL -> Comparisons.ordered(Comparison.LESS_OR_EQUAL, left, right, node);
      case GREATER -> Comparisons.ordered(Comparison.GREATER, left, right, node);
      case GREATER_OR_EQUAL -> Comparisons.ordered(Comparison.GREATER_OR_EQUAL, left, right, node);
    };
  }
}
