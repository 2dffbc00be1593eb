package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Parameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The parameters of a function as its text declares them, to refuse calls that cannot work before
/// anything is read.
final class Signature {
  private Signature() {}

  /// Checks that the function takes `rows` row arguments by position and each of the named
  /// parameters by keyword, and needs no others. A function whose signature the text does not show
  /// (imported from elsewhere, decorated) is left to Python.
  ///
  /// @throws DovetailException E106 for a parameter, E107 for row arguments
  static void check(FunctionSource function, int rows, Set<String> given) {
    parameters(function).ifPresent(parameters -> check(function.name(), parameters, rows, given));
  }

  private static Optional<Parameters> parameters(FunctionSource function) {
    return switch (function) {
      case FunctionSource.Lambda lambda ->
          PythonParser.expression(lambda.text(), lambda.origin())
                  instanceof Syntax.Lambda(var parameters, _, _)
              ? Optional.of(parameters)
              : Optional.empty();
      case FunctionSource.Module module -> defined(module.name(), module.source(), module.origin());
      case FunctionSource.Importable importable -> {
        String base = importable.module().replace('.', '/');
        String text = importable.files().get(base + ".py");
        yield text == null
            ? Optional.empty()
            : defined(importable.name(), text, Origin.named(base + ".py"));
      }
      case FunctionSource.Held held -> held.text().flatMap(Signature::parameters);
    };
  }

  /// The signature of a `def` that alone binds its name at the top level.
  private static Optional<Parameters> defined(String name, String text, Origin origin) {
    List<Parameters> found = new ArrayList<>();
    for (Syntax.Statement statement : PythonParser.module(text, origin).body()) {
      if (statement instanceof Syntax.FunctionDef def && def.name().equals(name)) {
        if (!def.decorators().isEmpty()) {
          return Optional.empty();
        }
        found.add(def.parameters());
      }
    }
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private static void check(String name, Parameters parameters, int rows, Set<String> given) {
    List<Syntax.Parameter> positional = new ArrayList<>(parameters.positionalOnly());
    positional.addAll(parameters.regular());
    if (positional.size() < rows && parameters.rest().isEmpty()) {
      throw new DovetailException(
          ErrorCode.E107,
          "function '"
              + name
              + "' takes "
              + positional.size()
              + " of the "
              + rows
              + (rows == 1 ? " row" : " rows")
              + " it is called with",
          "",
          rows == 2 ? "Write it as fn(x_row, y_row)." : "Write it as fn(row).");
    }
    Set<String> rowNames = new HashSet<>();
    positional.stream().limit(rows).forEach(parameter -> rowNames.add(parameter.name()));
    List<String> byKeyword = new ArrayList<>();
    parameters.regular().forEach(parameter -> byKeyword.add(parameter.name()));
    parameters.keywordOnly().forEach(parameter -> byKeyword.add(parameter.name()));
    byKeyword.removeAll(rowNames);
    for (String parameter : given) {
      if (rowNames.contains(parameter)
          || (!byKeyword.contains(parameter) && parameters.keywordRest().isEmpty())) {
        throw new DovetailException(
            ErrorCode.E106,
            "function '"
                + name
                + "' has no parameter '"
                + parameter
                + "'"
                + (rowNames.contains(parameter) ? " beside its rows" : ""),
            "",
            byKeyword.isEmpty() ? "It takes rows only." : NearestName.hint(parameter, byKeyword));
      }
    }
    requireValues(name, parameters, rows, given);
  }

  /// Every parameter without a default gets a value.
  private static void requireValues(
      String name, Parameters parameters, int rows, Set<String> given) {
    List<Syntax.Parameter> rest = new ArrayList<>(parameters.positionalOnly());
    rest.addAll(parameters.regular());
    rest = new ArrayList<>(rest.subList(Math.min(rows, rest.size()), rest.size()));
    rest.addAll(parameters.keywordOnly());
    for (Syntax.Parameter parameter : rest) {
      if (parameter.defaultValue().isEmpty() && !given.contains(parameter.name())) {
        throw new DovetailException(
            ErrorCode.E106,
            "function '" + name + "' needs a value for its parameter '" + parameter.name() + "'",
            "",
            "Give it in function_parameters, or give it a default.");
      }
    }
  }
}
