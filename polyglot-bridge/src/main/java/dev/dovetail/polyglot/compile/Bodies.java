package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.Syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Compiles the statements of a function: assignments to names, `if`, `return`, and loops that look
/// for something in a list. What follows an `if` is compiled once for either branch, so that names
/// have one value each.
final class Bodies {
  private static final int MOST_STATEMENTS = 1_000;

  private ExpressionCompiler compiler;
  private int statements;

  Bodies(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  /// What a helper function returns.
  Operand value(List<Statement> body) {
    return value(body, 0);
  }

  private Operand value(List<Statement> body, int from) {
    List<Expr> evaluated = new ArrayList<>();
    for (int i = from; i < body.size(); i++) {
      Statement statement = body.get(i);
      switch (statement) {
        case Syntax.Return(var result, _) -> {
          Operand operand =
              result.map(compiler::operand).orElseGet(() -> Operand.constant(new Constant.Null()));
          return after(evaluated, operand, statement);
        }
        case Syntax.If n -> {
          Expr test = compiler.condition(n.test(), Use.TRUTH);
          List<Statement> rest = body.subList(i + 1, body.size());
          Operand then = within(() -> value(joined(n.body(), rest), 0));
          Operand otherwise = within(() -> value(joined(n.otherwise(), rest), 0));
          return after(evaluated, compiler.choose(test, then, otherwise, n), statement);
        }
        case Syntax.For n -> {
          Expr found = search(n);
          Operand then = compiler.operand(returned(n));
          Operand otherwise = value(body, i + 1);
          return after(evaluated, compiler.choose(found, then, otherwise, n), statement);
        }
        default -> step(statement).ifPresent(evaluated::add);
      }
    }
    return Operand.constant(new Constant.Null());
  }

  private static Operand after(List<Expr> evaluated, Operand result, Syntax node) {
    if (evaluated.isEmpty() || result instanceof Operand.Missing) {
      return result;
    }
    return Exprs.after(evaluated, Comparisons.value(result, node));
  }

  /// The conditions of the function whose result is the answer, in order of evaluation.
  void conditions(List<Statement> body, BiConsumer<Expr, String> out) {
    conditions(body, 0, out);
  }

  private void conditions(List<Statement> body, int from, BiConsumer<Expr, String> out) {
    for (int i = from; i < body.size(); i++) {
      Statement statement = body.get(i);
      switch (statement) {
        case Syntax.Return(var result, _) -> {
          if (result.isEmpty()) {
            out.accept(new Expr.Undecided("the function returns None"), statement.text());
          } else {
            Conjunctions.split(result.get(), compiler, out);
          }
          return;
        }
        case Syntax.If n -> {
          branches(n, body.subList(i + 1, body.size()), out);
          return;
        }
        case Syntax.For n -> {
          Expr found = search(n);
          boolean result = isTrue(returned(n), n);
          Expr rest = all(body.subList(i + 1, body.size()));
          out.accept(Exprs.choose(found, Exprs.literal(result), rest), NotExact.shown(statement));
          return;
        }
        default ->
            step(statement)
                .filter(value -> !Exprs.isPlain(value))
                .ifPresent(value -> out.accept(new Expr.Decided(value), statement.text()));
      }
    }
    out.accept(new Expr.Undecided("the function returns None"), "end of the function");
  }

  private void branches(Syntax.If node, List<Statement> rest, BiConsumer<Expr, String> out) {
    Expr test = compiler.condition(node.test(), Use.TRUTH);
    List<Statement> then = joined(node.body(), rest);
    List<Statement> otherwise = joined(node.otherwise(), rest);
    String shown = "if " + node.test().text();
    if (isFalse(then)) {
      out.accept(Exprs.not(test), shown + ": return False");
      conditions(otherwise, 0, out);
    } else if (isFalse(otherwise)) {
      out.accept(test, shown);
      conditions(then, 0, out);
    } else {
      Expr whenTrue = within(() -> all(then));
      Expr whenFalse = within(() -> all(otherwise));
      out.accept(Exprs.choose(test, whenTrue, whenFalse), NotExact.shown(node));
    }
  }

  /// All conditions of a body as one.
  private Expr all(List<Statement> body) {
    List<Expr> conditions = new ArrayList<>();
    try {
      conditions(body, 0, (expr, _) -> conditions.add(expr));
    } catch (NotExact e) {
      throw e.withoutRest();
    }
    return Exprs.and(conditions);
  }

  private static boolean isFalse(List<Statement> body) {
    return body.getFirst() instanceof Syntax.Return(var value, _)
        && value.isPresent()
        && Constants.of(value.get()).equals(Optional.of(new Constant.Bool(false)));
  }

  private boolean isTrue(Expression node, Syntax.For loop) {
    if (compiler.operand(node) instanceof Value(Expr.Literal(Constant.Bool(var value)), _)) {
      return value;
    }
    throw NotExact.in("the statement", loop);
  }

  private static List<Statement> joined(List<Statement> first, List<Statement> rest) {
    List<Statement> joined = new ArrayList<>(first);
    joined.addAll(rest);
    return joined;
  }

  /// Compiles a branch, whose names are its own.
  private <T> T within(java.util.function.Supplier<T> branch) {
    ExpressionCompiler before = compiler;
    compiler = before.of(before.scope().copy());
    try {
      return branch.get();
    } finally {
      compiler = before;
    }
  }

  /// A statement that only binds a name or has no effect; gives the value that it evaluates.
  private Optional<Expr> step(Statement statement) {
    if (++statements > MOST_STATEMENTS) {
      throw NotExact.at("a body of more than " + MOST_STATEMENTS + " statements", statement);
    }
    return switch (statement) {
      case Syntax.Pass _ -> Optional.empty();
      case Syntax.ExpressionStatement(Syntax.Constant _, _) -> Optional.empty();
      case Syntax.Assign(var targets, var value, _)
          when targets.size() == 1 && targets.getFirst() instanceof Syntax.Name target ->
          bind(target, compiler.operand(value), statement);
      case Syntax.Assign(var targets, var value, _)
          when targets.size() == 1 && targets.getFirst() instanceof Syntax.Tuple target ->
          unpack(target, compiler.operand(value), statement);
      case Syntax.AnnAssign(Syntax.Name target, _, var value, _) when value.isPresent() ->
          bind(target, compiler.operand(value.get()), statement);
      case Syntax.AugAssign(Syntax.Name target, var operator, var value, var span) -> {
        Syntax.BinOp sum = new Syntax.BinOp(operator, target, value, span);
        yield bind(target, compiler.operand(sum), statement);
      }
      default -> throw NotExact.in("the statement", statement);
    };
  }

  private Optional<Expr> bind(Syntax.Name target, Operand value, Statement node) {
    compiler.scope().bind(target.id(), value);
    return switch (value) {
      case Value bound -> Optional.of(bound.expr());
      case Operand.Missing(var undecided) -> Optional.of(undecided);
      case Operand.Display(_, var elements) -> {
        List<Expr> values = new ArrayList<>();
        for (Operand element : elements) {
          values.add(
              element instanceof Operand.Missing(var undecided)
                  ? undecided
                  : Comparisons.value(element, node).expr());
        }
        Expr all = Exprs.after(values, Exprs.TRUE);
        yield all.equals(Exprs.TRUE) ? Optional.empty() : Optional.of(all);
      }
      case Operand.Found(var condition) -> Optional.of(condition);
      case Operand.Mixed(var real) -> Optional.of(real.expr());
      case Operand.Row _, Operand.Known _, Operand.Builtin _, Operand.Table _ -> Optional.empty();
      case Operand.Iteration _, Operand.Range _ -> throw NotExact.in("the statement", node);
    };
  }

  private Optional<Expr> unpack(Syntax.Tuple target, Operand value, Statement node) {
    if (!(value instanceof Operand.Display(_, var elements))
        || elements.size() != target.elements().size()
        || !target.elements().stream().allMatch(Syntax.Name.class::isInstance)) {
      throw NotExact.in("the statement", node);
    }
    Optional<Expr> evaluated = bind(new Syntax.Name("", target.span()), value, node);
    for (int i = 0; i < elements.size(); i++) {
      compiler.scope().bind(((Syntax.Name) target.elements().get(i)).id(), elements.get(i));
    }
    return evaluated;
  }

  // ---------------------------------------------------------------- loops

  /// Whether a loop of the form `for e in list: if condition: return constant` returns.
  private Expr search(Syntax.For node) {
    if (!node.otherwise().isEmpty()
        || node.body().size() != 1
        || !(node.body().getFirst() instanceof Syntax.If test)
        || !test.otherwise().isEmpty()
        || test.body().size() != 1
        || !(node.target() instanceof Syntax.Name target)) {
      throw NotExact.in("the statement", node);
    }
    Operand source = Lists.value(compiler.operand(node.iterable()), node);
    Value list = Lists.iterable(source, node).orElseThrow(() -> NotExact.in("the statement", node));
    Shape elements = list.shape().elements().orElseThrow();
    Lists.requireElements(elements, node);
    Scope scope = compiler.scope().copy();
    scope.bind(target.id(), new Value(new Expr.Element(compiler.loops, elements.type()), elements));
    Expr condition = compiler.loop(scope).condition(test.test(), Use.TRUTH);
    compiler
        .scope()
        .bind(target.id(), new Operand.Known(new Bound.NotConstant("which a loop assigns")));
    return new Expr.Exists(list.expr(), compiler.loops, condition);
  }

  private static Expression returned(Syntax.For node) {
    Syntax.If test = (Syntax.If) node.body().getFirst();
    if (test.body().getFirst() instanceof Syntax.Return(var value, _)
        && value.isPresent()
        && Constants.of(value.get()).isPresent()) {
      return value.get();
    }
    throw NotExact.in("the statement", node);
  }
}
