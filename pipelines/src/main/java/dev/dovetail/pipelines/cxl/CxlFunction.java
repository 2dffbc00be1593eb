package dev.dovetail.pipelines.cxl;

import java.util.List;
import java.util.Optional;

/// A function that CXL texts call, or an operator of arithmetic. It is pure and strict: where an
/// argument is NULL it is not called, and the result is NULL.
///
/// @param parameters the first one stands before the dot
/// @param result the result's type for arguments of the given types, which fit the parameters
/// @param summary one sentence for the reference
/// @param example a text, and behind ` -> ` its value
/// @param failures why it may fail, in words; empty if it never does
public record CxlFunction(
    String name,
    List<Parameter> parameters,
    Result result,
    String summary,
    String example,
    List<String> failures,
    Body body) {
  public CxlFunction {
    parameters = List.copyOf(parameters);
    failures = List.copyOf(failures);
  }

  /// What a parameter takes.
  enum Parameter {
    BOOL,
    INT,
    FLOAT,
    DECIMAL,
    NUMERIC,
    STRING,
    DATE,
    DATETIME,
    ARRAY,
    MAP,
    ANY;

    /// Whether it takes a value of a type as it is.
    boolean takes(CxlType type) {
      return switch (this) {
        case BOOL -> type == CxlType.Simple.BOOL;
        case INT -> type == CxlType.Simple.INT;
        case FLOAT -> type == CxlType.Simple.FLOAT;
        case DECIMAL -> type instanceof CxlType.Decimal;
        case NUMERIC -> type.isNumeric();
        case STRING -> type == CxlType.Simple.STRING;
        case DATE -> type == CxlType.Simple.DATE;
        case DATETIME -> type == CxlType.Simple.DATETIME;
        case ARRAY -> type instanceof CxlType.Array;
        case MAP -> type instanceof CxlType.Mapping;
        case ANY -> true;
      };
    }

    /// Whether it takes an int as a float, or as a decimal.
    boolean promotes(CxlType type) {
      return type == CxlType.Simple.INT && (this == FLOAT || this == DECIMAL);
    }

    String word() {
      return this == NUMERIC
          ? "number"
          : this == ANY ? "any" : name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  interface Result {
    /// Empty where the function does not exist for these types.
    Optional<CxlType> of(List<CxlType> arguments);
  }

  interface Body {
    /// The value of the function; null for NULL.
    ///
    /// @param arguments none of them null
    @org.jspecify.annotations.Nullable
    Object apply(Object[] arguments) throws CxlFailure;
  }
}
