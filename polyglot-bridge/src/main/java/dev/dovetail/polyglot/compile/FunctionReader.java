package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.Syntax.Parameter;
import dev.dovetail.polyglot.parse.Syntax.Parameters;
import dev.dovetail.polyglot.parse.SyntaxWalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads a function as one returned expression and the constants it sees, or says with [NotExact]
/// why it is more than that.
final class FunctionReader {
  private final Map<String, Constant> parameters;

  /// @param parameters values passed by keyword
  FunctionReader(Map<String, Constant> parameters) {
    this.parameters = parameters;
  }

  PythonFunctionBody read(FunctionSource function) {
    return switch (function) {
      case FunctionSource.Lambda lambda -> lambda(lambda);
      case FunctionSource.Module module -> {
        List<Syntax.Statement> statements = statements(module.prelude(), module);
        statements.addAll(PythonParser.module(module.source(), module.origin()).body());
        ModuleScope scope = ModuleScope.of(statements, ModuleScope.Imports.NONE);
        yield body(scope.function(module.name()), scope.names(), scope::bound);
      }
      case FunctionSource.Importable importable -> {
        UserModules modules = new UserModules(importable.files());
        ModuleScope scope = modules.load(importable.module());
        yield body(
            scope.function(importable.name()),
            scope.names(),
            name ->
                modules.mayRebind(name)
                    ? new Bound.NotConstant("which a function may rebind")
                    : scope.bound(name));
      }
      case FunctionSource.Held held -> throw new NotExact(held.because());
    };
  }

  private PythonFunctionBody lambda(FunctionSource.Lambda lambda) {
    Expression root = PythonParser.expression(lambda.text(), lambda.origin());
    if (!(root instanceof Syntax.Lambda)) {
      throw NotExact.in("an expression that is no lambda", root);
    }
    List<Syntax.Statement> statements = statements(lambda.prelude(), lambda);
    ModuleScope scope = ModuleScope.of(statements, ModuleScope.Imports.NONE);
    return body(root, scope.names(), scope::bound);
  }

  private static List<Syntax.Statement> statements(String prelude, FunctionSource function) {
    if (prelude.isBlank()) {
      return new ArrayList<>(); // most functions need none, and the first module read costs a while
    }
    Origin origin = Origin.named("prelude of " + function.name());
    return new ArrayList<>(PythonParser.module(prelude, origin).body());
  }

  private interface Names {
    Bound bound(String name);
  }

  private PythonFunctionBody body(Syntax function, Set<String> names, Names outer) {
    Parameters signature;
    Expression result;
    if (function instanceof Syntax.Lambda lambda) {
      signature = lambda.parameters();
      result = lambda.body();
    } else {
      Syntax.FunctionDef def = (Syntax.FunctionDef) function;
      signature = def.parameters();
      result = returned(def);
    }
    Map<String, Bound> bound = new HashMap<>();
    names.forEach(name -> bound.put(name, outer.bound(name)));
    List<Parameter> rows = bindParameters(signature, function, bound);
    SyntaxWalk.first(result, Syntax.OtherExpression.class)
        .ifPresent(
            node -> {
              throw NotExact.in(node.kind(), node);
            });
    SyntaxWalk.each(
        result,
        node -> {
          if (node instanceof Syntax.NamedExpr named) {
            bound.put(named.target().id(), new Bound.NotConstant("which is assigned here"));
          }
          if (node instanceof Syntax.Name name && ModuleScope.mayRebind(name.id())) {
            names.forEach(
                outside ->
                    bound.put(
                        outside, new Bound.NotConstant("which " + name.id() + " may rebind")));
          }
        });
    return new PythonFunctionBody(rows.get(0).name(), rows.get(1).name(), bound, result);
  }

  /// The expression of a def that is nothing but `return expression`, a docstring aside.
  private static Expression returned(Syntax.FunctionDef def) {
    if (def.isAsync()) {
      throw NotExact.at("async def " + def.name(), def);
    }
    List<Syntax.Statement> body = def.body();
    boolean hasDocstring =
        body.getFirst() instanceof Syntax.ExpressionStatement(Syntax.Constant _, _);
    for (Syntax.Statement statement : body.subList(hasDocstring ? 1 : 0, body.size())) {
      if (statement instanceof Syntax.Return(var value, _) && value.isPresent()) {
        return value.get();
      }
      throw NotExact.in("the statement", statement);
    }
    throw NotExact.at("a body without a result", def);
  }

  /// Binds every parameter but the two rows, as a call with two positional arguments and the
  /// function parameters by keyword does. Where that call fails, Python is to say so.
  private List<Parameter> bindParameters(
      Parameters signature, Syntax function, Map<String, Bound> bound) {
    if (signature.rest().isPresent() || signature.keywordRest().isPresent()) {
      throw NotExact.at("a variable number of parameters", function);
    }
    List<Parameter> positional = new ArrayList<>(signature.positionalOnly());
    positional.addAll(signature.regular());
    if (positional.size() < 2) {
      throw NotExact.at("a function that does not take two rows", function);
    }
    Set<String> open = new HashSet<>(parameters.keySet());
    for (Parameter parameter : signature.all()) {
      parameter
          .defaultValue()
          .filter(value -> ModuleScope.constant(value).isEmpty())
          .ifPresent(
              value -> {
                throw NotExact.in("a default that is no constant,", value);
              });
    }
    int index = 0;
    for (Parameter parameter : signature.all()) {
      boolean isRow = index < 2;
      boolean byKeyword = index >= signature.positionalOnly().size();
      index++;
      if (isRow) {
        bound.remove(parameter.name());
        continue;
      }
      Bound value = byKeyword && open.remove(parameter.name()) ? given(parameter.name()) : null;
      if (value == null) {
        value = parameter.defaultValue().flatMap(ModuleScope::constant).orElse(null);
      }
      if (value == null) {
        throw NotExact.at("parameter " + parameter.name() + ", which has no value,", function);
      }
      bound.put(parameter.name(), value);
    }
    if (!open.isEmpty()) {
      throw NotExact.at(
          "a call with " + open.iterator().next() + "=, which the function does not take,",
          function);
    }
    return positional.subList(0, 2);
  }

  private Bound given(String name) {
    Constant value = parameters.get(name);
    return value == null || value instanceof Constant.Opaque
        ? new Bound.NotConstant("whose value has no exact counterpart")
        : new Bound.Scalar(value);
  }
}
