package dev.dovetail.tasks;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Types;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;

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
    Field field = Types.parse(name, type);
    Scalar fitted = fit(name, type, field, value);
    List<Scalar> choices =
        candidates.stream().map(candidate -> fit(name, type, field, candidate)).toList();
    if (!choices.isEmpty() && !choices.contains(fitted)) {
      throw illegal(
          "parameter '" + name + "' is " + fitted + ", which is none of its candidates",
          "Choose one of "
              + choices.stream().map(Scalar::toString).collect(Collectors.joining(", "))
              + ".");
    }
    return new FunctionParameter(Types.print(field), fitted, choices);
  }

  private static Scalar fit(String name, String type, Field field, Scalar value) {
    return ScalarFit.fit(field, value)
        .orElseThrow(
            () ->
                illegal(
                    "parameter '" + name + "' has the value " + value + ", which is no " + type,
                    "Give a value of the type, or declare the type that the value has."));
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
