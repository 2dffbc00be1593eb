package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.Syntax;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A function of two rows and of constants.
///
/// @param parameters what each stands for, the two rows among them
/// @param names what the names of its module stand for
/// @param result the expression of a lambda; empty for a `def`
/// @param statements the body of a `def`
record PythonFunctionBody(
    Map<String, Operand> parameters,
    Function<String, Bound> names,
    Optional<Syntax.Expression> result,
    List<Syntax.Statement> statements) {
  PythonFunctionBody {
    parameters = Map.copyOf(parameters);
    statements = List.copyOf(statements);
  }
}
