package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Side;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads a function as its body and what the names in it stand for, or says with [NotExact] why it
/// cannot be compiled at all.
final class FunctionReader {
  private final Map<String, Constant> parameters;

  /// @param parameters values passed by keyword
  FunctionReader(Map<String, Constant> parameters) {
    this.parameters = parameters;
  }

  PythonFunctionBody read(FunctionSource function) {
    return read(function, statements -> ModuleScope.of(statements, ModuleScope.Imports.NONE));
  }

  private PythonFunctionBody read(
      FunctionSource function, Function<List<Syntax.Statement>, ModuleScope> scopeOf) {
    return switch (function) {
      case FunctionSource.Lambda lambda -> lambda(lambda, scopeOf);
      case FunctionSource.Module module -> {
        List<Syntax.Statement> statements = statements(module.prelude(), module);
        statements.addAll(PythonParser.module(module.source(), module.origin()).body());
        ModuleScope scope = scopeOf.apply(statements);
        yield body(scope.function(module.name()), scope::bound);
      }
      case FunctionSource.Importable importable -> {
        UserModules modules = new UserModules(importable.files());
        ModuleScope scope = modules.load(importable.module());
        yield body(scope.function(importable.name()), scope::bound);
      }
      case FunctionSource.Held held ->
          read(held.text().orElseThrow(() -> new NotExact(held.because())), ModuleScope::ofLoaded);
    };
  }

  private PythonFunctionBody lambda(
      FunctionSource.Lambda lambda, Function<List<Syntax.Statement>, ModuleScope> scopeOf) {
    Expression root = PythonParser.expression(lambda.text(), lambda.origin());
    if (!(root instanceof Syntax.Lambda)) {
      throw NotExact.in("an expression that is no lambda", root);
    }
    List<Syntax.Statement> statements = statements(lambda.prelude(), lambda);
    ModuleScope scope = scopeOf.apply(statements);
    scope.usedBy(root);
    return body(root, scope::bound);
  }

  private static List<Syntax.Statement> statements(String prelude, FunctionSource function) {
    if (prelude.isBlank()) {
      return new ArrayList<>(); // most functions need none, and the first module read costs a while
    }
    Origin origin = Origin.named("prelude of " + function.name());
    return new ArrayList<>(PythonParser.module(prelude, origin).body());
  }

  private PythonFunctionBody body(Syntax function, Function<String, Bound> outer) {
    Map<String, Operand> bound = bindParameters(Signatures.of(function), function);
    Function<String, Bound> names = namesWithin(function, outer);
    if (function instanceof Syntax.Lambda lambda) {
      return new PythonFunctionBody(bound, names, Optional.of(lambda.body()), List.of());
    }
    Syntax.FunctionDef def = (Syntax.FunctionDef) function;
    if (def.isAsync()) {
      throw NotExact.at("async def " + def.name(), def);
    }
    return new PythonFunctionBody(bound, names, Optional.empty(), def.body());
  }

  /// A name that is assigned anywhere in a function is the function's own all over it; and one that
  /// running code may rebind has no known value.
  static Function<String, Bound> namesWithin(Syntax function, Function<String, Bound> outer) {
    Syntax inside =
        function instanceof Syntax.Lambda lambda ? lambda.body() : (Syntax.FunctionDef) function;
    SyntaxWalk.first(inside, Syntax.OtherExpression.class)
        .ifPresent(
            node -> {
              throw NotExact.in(node.kind(), node);
            });
    Map<String, Bound> own = new HashMap<>();
    List<String> rebinding = new ArrayList<>();
    SyntaxWalk.each(
        inside,
        node -> {
          switch (node) {
            case Syntax.NamedExpr n -> own.put(n.target().id(), ASSIGNED);
            case Syntax.Assign n -> n.targets().forEach(target -> collect(target, own));
            case Syntax.AnnAssign n -> collect(n.target(), own);
            case Syntax.AugAssign n -> collect(n.target(), own);
            case Syntax.For n -> collect(n.target(), own);
            case Syntax.Name n when ModuleScope.mayRebind(n.id()) -> rebinding.add(n.id());
            default -> {}
          }
        });
    return name -> {
      Bound assigned = own.get(name);
      if (assigned != null) {
        return assigned;
      }
      return rebinding.isEmpty()
          ? outer.apply(name)
          : new Bound.NotConstant("which " + rebinding.getFirst() + " may rebind");
    };
  }

  private static final Bound ASSIGNED = new Bound.NotConstant("which is assigned here");

  private static void collect(Expression target, Map<String, Bound> own) {
    SyntaxWalk.each(
        target,
        node -> {
          if (node instanceof Syntax.Name name) {
            own.put(name.id(), ASSIGNED);
          }
        });
  }

  /// Binds every parameter but the two rows, as a call with two positional arguments and the
  /// function parameters by keyword does. Where that call fails, Python is to say so.
  private Map<String, Operand> bindParameters(Parameters signature, Syntax function) {
    Map<String, Operand> bound = new HashMap<>();
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
      if (isRow) {
        bound.put(parameter.name(), new Operand.Row(index == 0 ? Side.X : Side.Y));
        index++;
        continue;
      }
      index++;
      Bound value = byKeyword && open.remove(parameter.name()) ? given(parameter.name()) : null;
      if (value == null) {
        value = parameter.defaultValue().flatMap(ModuleScope::constant).orElse(null);
      }
      if (value == null) {
        throw NotExact.at("parameter " + parameter.name() + ", which has no value,", function);
      }
      bound.put(parameter.name(), Scope.operand(value));
    }
    if (!open.isEmpty()) {
      throw NotExact.at(
          "a call with " + open.iterator().next() + "=, which the function does not take,",
          function);
    }
    return bound;
  }

  private Bound given(String name) {
    Constant value = parameters.get(name);
    if (value instanceof Constant.Opaque opaque) {
      return TemporalParameters.of(opaque)
          .<Bound>map(Bound.Scalar::new)
          .orElseGet(() -> new Bound.NotConstant("whose value has no exact counterpart"));
    }
    return value == null
        ? new Bound.NotConstant("whose value has no exact counterpart")
        : new Bound.Scalar(value);
  }
}
