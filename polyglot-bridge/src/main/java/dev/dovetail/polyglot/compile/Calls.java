package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Calls: of built-ins, methods, functions of modules, and of the user's own functions.
final class Calls {
  private static final int DEEPEST = 20;

  private final ExpressionCompiler compiler;

  Calls(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  /// What a call was given, evaluated.
  ///
  /// @param named by name
  record Arguments(List<Operand> positional, Map<String, Operand> named) {
    int count() {
      return positional.size();
    }

    boolean isPositional() {
      return named.isEmpty();
    }

    Operand get(int index) {
      return positional.get(index);
    }

    /// The values of all, for what is evaluated before the call.
    Optional<Missing> missing() {
      List<Operand> all = new ArrayList<>(positional);
      all.addAll(named.values());
      return all.stream().filter(Missing.class::isInstance).map(Missing.class::cast).findFirst();
    }
  }

  Operand of(Syntax.Call node) {
    if (node.function() instanceof Syntax.Attribute attribute) {
      Operand owner = compiler.operand(attribute.value());
      if (owner instanceof Missing) {
        return owner;
      }
      if (owner instanceof Operand.Known(Bound.Pattern pattern)) {
        return Patterns.call(pattern, attribute.name(), arguments(node), node);
      }
      Operand module = owner instanceof Operand.Known ? Attributes.of(attribute, compiler) : owner;
      return module instanceof Operand.Known known
          ? known(known.bound(), node)
          : method(owner, attribute.name(), node);
    }
    return switch (compiler.operand(node.function())) {
      case Operand.Builtin(var name) -> builtin(name, node);
      case Operand.Known(var bound) -> known(bound, node);
      case Missing missing -> missing;
      case Value _,
          Operand.Row _,
          Operand.Display _,
          Operand.Iteration _,
          Operand.Mixed _,
          Operand.Table _,
          Operand.Range _,
          Operand.Found _ ->
          throw Constructs.notCompiled(node);
    };
  }

  private Arguments arguments(Syntax.Call node) {
    Map<String, Operand> named = new HashMap<>();
    List<Operand> positional = new ArrayList<>();
    for (Expression argument : node.arguments()) {
      if (argument instanceof Syntax.Starred) {
        throw Constructs.notCompiled(node);
      }
      positional.add(compiler.operand(argument));
    }
    node.keywords()
        .forEach(
            keyword ->
                named.put(
                    keyword.name().orElseThrow(() -> Constructs.notCompiled(node)),
                    compiler.operand(keyword.value())));
    return new Arguments(positional, named);
  }

  private Operand builtin(String name, Syntax.Call node) {
    boolean quantifier = name.equals("any") || name.equals("all");
    if (quantifier
        && node.arguments().size() == 1
        && node.keywords().isEmpty()
        && node.arguments().getFirst() instanceof Syntax.Comprehension comprehension
        && comprehension.kind() == Syntax.ComprehensionKind.GENERATOR) {
      return Operand.condition(
          new Comprehensions(compiler).quantified(comprehension, name.equals("any")));
    }
    Arguments arguments = arguments(node);
    Optional<Missing> missing = arguments.missing();
    return missing.isPresent()
        ? missing.get()
        : Builtins.call(name, arguments, node, compiler)
            .orElseThrow(() -> Constructs.notCompiled(node));
  }

  private Operand method(Operand owner, String name, Syntax.Call node) {
    if (owner instanceof Operand.Row(var side)) {
      return get(side, name, node);
    }
    Arguments arguments = arguments(node);
    Optional<Missing> missing = arguments.missing();
    if (missing.isEmpty() && owner instanceof Operand.Table table) {
      return lookUp(table, name, arguments, node);
    }
    return missing.isPresent()
        ? missing.get()
        : Methods.call(Lists.value(owner, node), name, arguments, node)
            .orElseThrow(() -> Constructs.notCompiled(node));
  }

  /// `table.get(key, default)`.
  private Operand lookUp(Operand.Table table, String name, Arguments arguments, Syntax.Call node) {
    if (!name.equals("get")
        || !arguments.isPositional()
        || arguments.count() < 1
        || arguments.count() > 2) {
      throw Constructs.notCompiled(node);
    }
    Operand otherwise =
        arguments.count() == 2
            ? arguments.get(1)
            : Operand.constant(new dev.dovetail.engine.expr.Constant.Null());
    return Tables.get(table, Comparisons.value(arguments.get(0), node), otherwise, compiler, node);
  }

  /// `row.get("field", default)`: the field, or the default where the row does not show it.
  private Operand get(dev.dovetail.engine.expr.Side side, String name, Syntax.Call node) {
    int count = node.arguments().size();
    if (!name.equals("get") || !node.keywords().isEmpty() || count < 1 || count > 2) {
      throw Constructs.notCompiled(node);
    }
    String field = Subscripts.key(node.arguments().getFirst(), compiler);
    Operand otherwise =
        count == 2
            ? compiler.operand(node.arguments().get(1))
            : Operand.constant(new dev.dovetail.engine.expr.Constant.Null());
    if (!compiler.rows.shows(side, field)) {
      return otherwise;
    }
    Operand shown = compiler.field(side, field);
    if (otherwise instanceof Missing) {
      return otherwise;
    }
    return otherwise instanceof Value evaluated && shown instanceof Value value
        ? Exprs.after(List.of(evaluated.expr()), value)
        : shown;
  }

  private Operand known(Bound bound, Syntax.Call node) {
    return switch (bound) {
      case Bound.UserFunction function -> user(function, node);
      case Bound.Imported(var module, var name) -> {
        Arguments arguments = arguments(node);
        Optional<Missing> missing = arguments.missing();
        yield missing.isPresent()
            ? missing.get()
            : ModuleFunctions.call(module, name, arguments, node)
                .orElseThrow(() -> Constructs.notCompiled(node));
      }
      case Bound.Scalar _,
          Bound.Sequence _,
          Bound.Collection _,
          Bound.Pattern _,
          Bound.Module _,
          Bound.Unbound _,
          Bound.NotConstant _ ->
          throw Constructs.notCompiled(node);
    };
  }

  /// A function of the user's, compiled where it is called. Its arguments are evaluated before its
  /// body.
  private Operand user(Bound.UserFunction function, Syntax.Call node) {
    if (compiler.scope().depth >= DEEPEST) {
      throw NotExact.at("calls that are more than " + DEEPEST + " deep", node);
    }
    Arguments arguments = arguments(node);
    Optional<Missing> missing = arguments.missing();
    if (missing.isPresent()) {
      return missing.get();
    }
    Map<String, Operand> bound = Signatures.bind(function, arguments, node);
    Operand result;
    try {
      Scope scope =
          new Scope(
              bound,
              FunctionReader.namesWithin(function.function(), function.names()),
              compiler.scope().depth + 1);
      ExpressionCompiler body = compiler.of(scope);
      result =
          function.function() instanceof Syntax.Lambda lambda
              ? body.operand(lambda.body())
              : new Bodies(body).value(((Syntax.FunctionDef) function.function()).body());
    } catch (NotExact e) {
      throw new NotExact(
          e.because() + ", called as " + NotExact.shown(node) + " at " + node.span().place());
    }
    List<Expr> values = new ArrayList<>();
    bound.values().stream()
        .filter(Value.class::isInstance)
        .forEach(value -> values.add(((Value) value).expr()));
    return result instanceof Value value ? Exprs.after(values, value) : result;
  }
}
