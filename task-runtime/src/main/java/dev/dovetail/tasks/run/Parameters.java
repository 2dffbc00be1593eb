package dev.dovetail.tasks.run;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.tasks.FunctionParameter;
import dev.dovetail.tasks.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Function parameters as the constants that conditions and interpreters take.
final class Parameters {
  private Parameters() {}

  static Map<String, Constant> constants(Map<String, FunctionParameter> parameters) {
    Map<String, Constant> constants = new LinkedHashMap<>();
    parameters.forEach(
        (name, parameter) ->
            constants.put(
                name, constant(parameter.value()).orElseThrow(() -> notPassed(name, parameter))));
    return constants;
  }

  static Optional<Constant> constant(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Null _ -> Optional.of(new Constant.Null());
      case Scalar.Bool(var value) -> Optional.of(new Constant.Bool(value));
      case Scalar.Int(var value) -> Optional.of(new Constant.Int(value));
      case Scalar.Real(var value) -> Optional.of(new Constant.Real(value));
      case Scalar.Decimal(var value) -> Optional.of(new Constant.Decimal(value));
      case Scalar.Text(var value) -> Optional.of(new Constant.Text(value));
      case Scalar.Bytes(var hex) -> Optional.of(new Constant.Bytes(hex));
      case Scalar.Date _,
          Scalar.Time _,
          Scalar.Timestamp _,
          Scalar.Instant _,
          Scalar.Duration _,
          Scalar.Items _,
          Scalar.Fields _ ->
          Optional.empty();
    };
  }

  private static DovetailException notPassed(String name, FunctionParameter parameter) {
    return new DovetailException(
        ErrorCode.E106,
        "parameter '" + name + "' is a " + parameter.type() + ", which functions do not get yet",
        "",
        "Pass it as utf8 and convert it in the function, or write it into the function's source.");
  }
}
