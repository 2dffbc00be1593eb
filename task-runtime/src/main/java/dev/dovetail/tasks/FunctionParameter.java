package dev.dovetail.tasks;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// A typed value that a function gets by keyword.
///
/// @param type a column type, such as `int64` or `decimal(10,2)`
/// @param candidates the values that the parameter may have; empty if any value of the type will do
public record FunctionParameter(String type, Scalar value, List<Scalar> candidates) {
  public FunctionParameter {
    candidates = List.copyOf(candidates);
  }

  /// A parameter whose value and candidates are of its type; refused with E106 where they are not,
  /// or where the value is none of the candidates.
  public static FunctionParameter of(
      String name, String type, Scalar value, List<Scalar> candidates) {
    if (!candidates.isEmpty() && !candidates.contains(value)) {
      throw illegal(
          "parameter '" + name + "' is " + value + ", which is none of its candidates",
          "Choose one of "
              + candidates.stream().map(Scalar::toString).collect(Collectors.joining(", "))
              + ".");
    }
    return new FunctionParameter(type, value, candidates);
  }

  static void checkNames(Collection<String> names) {
    for (String name : names) {
      if (!FunctionSpec.isIdentifier(name)) {
        throw illegal(
            "'" + name + "' cannot be the name of a function parameter",
            "Use the name that the function's signature gives it.");
      }
    }
  }

  private static DovetailException illegal(String what, String remedy) {
    return new DovetailException(ErrorCode.E106, what, "", remedy);
  }
}
