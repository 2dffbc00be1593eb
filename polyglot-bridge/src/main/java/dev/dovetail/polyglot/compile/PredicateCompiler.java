package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.ComparisonOperator;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns a user's function into conditions that the engine runs, exactly or not at all.
///
/// The operands of the outermost `and` become conjuncts in order. From the first that is not exact,
/// all the rest is one opaque conjunct with the construct that stood in the way. A pair that a
/// compiled condition leaves undecided, or that reaches the opaque one, is decided by Python, which
/// always evaluates the whole function: what is compiled here only has to agree with it.
///
/// Nothing that a user wrote makes this throw: text that cannot be read is opaque too.
public final class PredicateCompiler {
  private PredicateCompiler() {}

  /// Compiles what is exact; what uses a [Constant.Opaque] stays with Python.
  ///
  /// @param x what the first row argument shows
  /// @param y what the second shows
  /// @param parameters values passed by keyword
  public static CompiledPredicate compile(
      FunctionSource function, Visible x, Visible y, Map<String, Constant> parameters) {
    try {
      PythonFunctionBody body = new FunctionReader(parameters).read(function);
      return compile(body, new ConditionCompiler(body, x, y));
    } catch (NotExact e) {
      return CompiledPredicate.opaque(sourceOf(function), e.because());
    } catch (DovetailException e) {
      String where = e.problem().where();
      return CompiledPredicate.opaque(
          sourceOf(function), e.problem().what() + (where.isEmpty() ? "" : " (" + where + ")"));
    }
  }

  private static String sourceOf(FunctionSource function) {
    return switch (function) {
      case FunctionSource.Lambda lambda -> lambda.text().strip();
      case FunctionSource.Module module -> module.name();
      case FunctionSource.Importable importable -> importable.module() + ":" + importable.name();
      case FunctionSource.Held held -> held.name();
    };
  }

  private static CompiledPredicate compile(PythonFunctionBody body, ConditionCompiler compiler) {
    List<Expression> parts = new ArrayList<>();
    flatten(body.result(), parts);
    List<Conjunct> conjuncts = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      boolean last = i == parts.size() - 1;
      try {
        Use use = last ? Use.RESULT : Use.RESULT_IF_FALSE;
        conjuncts.addAll(conjuncts(parts.get(i), compiler.compile(parts.get(i), use)));
      } catch (NotExact e) {
        String rest = joined(parts.subList(i, parts.size()));
        conjuncts.add(new Conjunct.Opaque(rest, e.because()));
        return new CompiledPredicate(conjuncts, Optional.of(e.because()));
      }
    }
    return new CompiledPredicate(conjuncts, Optional.empty());
  }

  /// The operands of `and`, of those among them that are an `and` themselves, and so on.
  private static void flatten(Expression node, List<Expression> parts) {
    if (node instanceof Syntax.BoolOp and && and.isAnd()) {
      and.operands().forEach(operand -> flatten(operand, parts));
    } else {
      parts.add(node);
    }
  }

  /// One conjunct; or where two tuples are compared, one for each pair of elements, since each may
  /// be a key.
  private static List<Conjunct> conjuncts(Expression node, Expr expr) {
    if (expr instanceof Expr.And(var equalities)
        && node instanceof Syntax.Compare(var first, var rest, _)
        && rest.size() == 1
        && rest.getFirst().operator() == ComparisonOperator.EQUAL) {
      var pairs = ConditionCompiler.pairs(first, rest.getFirst().value());
      if (pairs.isPresent() && pairs.get().size() == equalities.size()) {
        List<Conjunct> conjuncts = new ArrayList<>();
        for (int i = 0; i < equalities.size(); i++) {
          var pair = pairs.get().get(i);
          String source = pair.left().text() + " == " + pair.right().text();
          conjuncts.add(new Conjunct.Compiled(equalities.get(i), source));
        }
        return conjuncts;
      }
    }
    return List.of(new Conjunct.Compiled(expr, node.text()));
  }

  private static String joined(List<Expression> parts) {
    if (parts.size() == 1) {
      return parts.getFirst().text();
    }
    return String.join(" and ", parts.stream().map(PredicateCompiler::parenthesised).toList());
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
