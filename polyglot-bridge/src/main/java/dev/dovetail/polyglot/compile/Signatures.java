package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Parameter;
import dev.dovetail.polyglot.parse.Syntax.Parameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Binds the parameters of the user's functions, where a call certainly succeeds.
final class Signatures {
  private Signatures() {}

  static Parameters of(Syntax function) {
    return function instanceof Syntax.Lambda lambda
        ? lambda.parameters()
        : ((Syntax.FunctionDef) function).parameters();
  }

  /// The parameters of a call of one function by another.
  static Map<String, Operand> bind(
      Bound.UserFunction function, Calls.Arguments arguments, Syntax.Call node) {
    if (function.function() instanceof Syntax.FunctionDef def && def.isAsync()) {
      throw NotExact.at("async def " + def.name(), node);
    }
    Parameters signature = of(function.function());
    if (signature.rest().isPresent() || signature.keywordRest().isPresent()) {
      throw NotExact.in("a variable number of parameters", node);
    }
    List<Parameter> positional = new ArrayList<>(signature.positionalOnly());
    positional.addAll(signature.regular());
    Map<String, Operand> bound = new LinkedHashMap<>();
    Map<String, Operand> named = new HashMap<>(arguments.named());
    int index = 0;
    for (Parameter parameter : signature.all()) {
      boolean byPosition = index < positional.size() && index < arguments.count();
      boolean byName = index >= signature.positionalOnly().size();
      Operand value =
          byPosition ? arguments.get(index) : byName ? named.remove(parameter.name()) : null;
      index++;
      bound.put(
          parameter.name(),
          value != null
              ? value
              : parameter
                  .defaultValue()
                  .flatMap(ModuleScope::constant)
                  .map(constant -> operand(constant, node))
                  .orElseThrow(() -> NotExact.in("a call that fails", node)));
    }
    if (!named.isEmpty() || arguments.count() > positional.size()) {
      throw NotExact.in("a call that fails", node);
    }
    return bound;
  }

  private static Operand operand(Bound bound, Syntax node) {
    if (bound instanceof Bound.NotConstant) {
      throw NotExact.in("a default that is no constant,", node);
    }
    return Scope.operand(bound);
  }
}
