package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlFunction.Body;
import dev.dovetail.pipelines.cxl.CxlFunction.Parameter;
import dev.dovetail.pipelines.cxl.CxlFunction.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects functions that are declared one after the other.
final class FunctionSet {
  private final List<CxlFunction> functions = new ArrayList<>();

  static Result gives(CxlType type) {
    return _ -> Optional.of(type);
  }

  /// The result has the first argument's type.
  static final Result SAME = arguments -> Optional.of(arguments.getFirst());

  Declared function(String name, Parameter... parameters) {
    return new Declared(name, List.of(parameters));
  }

  List<CxlFunction> functions() {
    return List.copyOf(functions);
  }

  /// A function whose declaration has begun.
  final class Declared {
    private final String name;
    private final List<Parameter> parameters;
    private String summary = "";
    private String example = "";
    private List<String> failures = List.of();

    Declared(String name, List<Parameter> parameters) {
      this.name = name;
      this.parameters = parameters;
    }

    /// @param text a sentence
    /// @param shown a CXL text, and behind ` -> ` its value
    Declared says(String text, String shown) {
      summary = text;
      example = shown;
      return this;
    }

    Declared fails(String... reasons) {
      failures = List.of(reasons);
      return this;
    }

    void as(Result result, Body body) {
      functions.add(new CxlFunction(name, parameters, result, summary, example, failures, body));
    }

    void as(CxlType type, Body body) {
      as(gives(type), body);
    }
  }
}
