package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.polyglot.compile.Operand.Iteration;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.SyntaxWalk;
import java.util.ArrayList;
import java.util.List;

/// Comprehensions over lists, and `any` and `all` of them.
final class Comprehensions {
  private final ExpressionCompiler compiler;

  Comprehensions(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  /// A list, a set or a generator with one `for`.
  Operand of(Syntax.Comprehension node) {
    if (node.generators().size() != 1
        || node.kind() == Syntax.ComprehensionKind.DICT
        || SyntaxWalk.first(node, Syntax.NamedExpr.class).isPresent()) {
      throw Constructs.notCompiled(node);
    }
    Syntax.Generator generator = node.generators().getFirst();
    Operand source = Lists.value(compiler.operand(generator.iterable()), node);
    if (source instanceof Missing) {
      return source;
    }
    Value list = Lists.iterable(source, node).orElseThrow(() -> NotExact.in("comprehension", node));
    if (list.shape().isSet() && node.kind() != Syntax.ComprehensionKind.SET) {
      throw NotExact.in("a comprehension in the order of a set", node);
    }
    Loop loop = loop(generator, list, node);
    Value value = Comparisons.value(loop.body.operand(node.element()), node);
    Lists.requireElements(value.shape(), node);
    Iteration iteration =
        new Iteration(list.expr(), compiler.loops, Exprs.and(loop.conditions), value);
    return switch (node.kind()) {
      case GENERATOR -> iteration;
      case LIST -> Lists.collected(iteration);
      case SET -> {
        Value collected = Lists.collected(iteration);
        yield new Value(Function.SET_OF.of(collected.expr()), Shape.set(value.shape()));
      }
      case DICT -> throw Constructs.notCompiled(node);
    };
  }

  /// The inside of a loop: its compiler, and the conditions on the element.
  private record Loop(ExpressionCompiler body, List<Expr> conditions) {}

  private Loop loop(Syntax.Generator generator, Value list, Syntax node) {
    if (!(generator.target() instanceof Syntax.Name target)) {
      throw NotExact.in("a target that is no name,", node);
    }
    Shape elements = list.shape().elements().orElseThrow();
    Scope scope = compiler.scope().copy();
    scope.bind(target.id(), new Value(new Expr.Element(compiler.loops, elements.type()), elements));
    ExpressionCompiler body = compiler.loop(scope);
    List<Expr> conditions = new ArrayList<>();
    generator
        .conditions()
        .forEach(condition -> conditions.add(body.condition(condition, Use.TRUTH)));
    return new Loop(body, conditions);
  }

  /// `any(...)` or `all(...)` of a generator, whose later `for` loops are asked only as far as the
  /// answer needs; and of a list comprehension, which is made whole before.
  Expr quantified(Syntax.Comprehension node, boolean any) {
    return quantified(node, 0, compiler, any);
  }

  private static Expr quantified(
      Syntax.Comprehension node, int index, ExpressionCompiler compiler, boolean any) {
    if (index == node.generators().size()) {
      return compiler.condition(node.element(), Use.TRUTH);
    }
    Syntax.Generator generator = node.generators().get(index);
    Operand source = Lists.value(compiler.operand(generator.iterable()), node);
    if (source instanceof Missing(var undecided)) {
      return undecided;
    }
    Value list = Lists.iterable(source, node).orElseThrow(() -> NotExact.in("comprehension", node));
    Loop loop = new Comprehensions(compiler).loop(generator, list, node);
    Expr inner = quantified(node, index + 1, loop.body, any);
    Expr kept = Exprs.and(loop.conditions);
    return any
        ? new Expr.Exists(list.expr(), compiler.loops, Exprs.and(kept, inner))
        : new Expr.ForAll(list.expr(), compiler.loops, Exprs.or(Exprs.not(kept), inner));
  }
}
