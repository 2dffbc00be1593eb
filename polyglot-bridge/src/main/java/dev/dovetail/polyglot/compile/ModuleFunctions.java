package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Functions and classes of the standard library, called.
final class ModuleFunctions {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private ModuleFunctions() {}

  /// @param arguments none of them missing
  static Optional<Operand> call(
      String module, String name, Calls.Arguments arguments, Syntax.Call node) {
    return switch (module) {
      case "math" -> math(name, arguments, node);
      case "datetime" ->
          switch (name) {
            case "timedelta" -> duration(arguments);
            case "date" -> date(arguments, node);
            case "datetime" -> moment(arguments);
            default -> Optional.empty();
          };
      case "decimal" -> name.equals("Decimal") ? decimal(arguments, node) : Optional.empty();
      case "re" -> Patterns.call(name, arguments, node);
      default -> Optional.empty();
    };
  }

  // ---------------------------------------------------------------- math

  private static Optional<Operand> math(String name, Calls.Arguments arguments, Syntax node) {
    List<Value> values = new ArrayList<>();
    arguments.positional().forEach(a -> values.add(Comparisons.value(a, node)));
    if (values.isEmpty() || !values.stream().allMatch(value -> value.type().isNumber())) {
      return Optional.empty();
    }
    if (name.equals("isclose")) {
      return isClose(values, arguments.named(), node);
    }
    if (!arguments.isPositional()) {
      return Optional.empty();
    }
    Value first = values.getFirst();
    if (values.size() == 1) {
      return one(name, first);
    }
    if (values.size() != 2 || first.type() == ValueType.DECIMAL) {
      return Optional.empty();
    }
    Value second = values.get(1);
    return switch (name) {
      case "gcd" ->
          Arithmetic.isWhole(first.type()) && Arithmetic.isWhole(second.type())
              ? Optional.of(
                  Operand.of(
                      Function.INT_GCD.of(Arithmetic.integer(first), Arithmetic.integer(second))))
              : Optional.empty();
      case "fmod" -> floats(Function.FLOAT_REMAINDER, first, second);
      case "copysign" -> floats(Function.FLOAT_COPY_SIGN, first, second);
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> floats(Function function, Value a, Value b) {
    return b.type() == ValueType.DECIMAL
        ? Optional.empty()
        : Optional.of(Operand.of(function.of(Arithmetic.real(a), Arithmetic.real(b))));
  }

  private static Optional<Operand> one(String name, Value value) {
    boolean whole = Arithmetic.isWhole(value.type());
    boolean decimal = value.type() == ValueType.DECIMAL;
    switch (name) {
      case "floor", "ceil", "trunc" -> {
        if (whole) {
          return Optional.of(Operand.of(Exprs.present(Arithmetic.integer(value))));
        }
        Function function =
            switch (name) {
              case "floor" -> decimal ? Function.DECIMAL_FLOOR : Function.FLOAT_FLOOR;
              case "ceil" -> decimal ? Function.DECIMAL_CEIL : Function.FLOAT_CEIL;
              default -> decimal ? Function.DECIMAL_TRUNCATE : Function.FLOAT_TRUNCATE;
            };
        return Optional.of(Operand.of(function.of(value.expr())));
      }
      default -> {}
    }
    if (decimal) {
      return Optional.empty();
    }
    Expr real = Arithmetic.real(value);
    return switch (name) {
      case "sqrt" -> Optional.of(Operand.of(Function.FLOAT_SQRT.of(real)));
      case "fabs" -> Optional.of(Operand.of(Function.FLOAT_ABS.of(real)));
      case "isnan" -> Optional.of(Operand.of(Function.FLOAT_IS_NAN.of(real)));
      case "isinf" -> Optional.of(Operand.of(Function.FLOAT_IS_INFINITE.of(real)));
      case "isfinite" -> Optional.of(Operand.of(Function.FLOAT_IS_FINITE.of(real)));
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> isClose(
      List<Value> values, Map<String, Operand> named, Syntax node) {
    List<String> tolerances = List.of("rel_tol", "abs_tol");
    if (values.size() != 2
        || values.stream().anyMatch(value -> value.type() == ValueType.DECIMAL)
        || !tolerances.containsAll(named.keySet())) {
      return Optional.empty();
    }
    List<Expr> arguments = new ArrayList<>();
    values.forEach(value -> arguments.add(Arithmetic.real(value)));
    for (String tolerance : tolerances) {
      Operand given = named.get(tolerance);
      Value value =
          given == null
              ? Operand.constant(new Constant.Real(tolerance.equals("rel_tol") ? 1e-9 : 0.0))
              : Comparisons.value(given, node);
      if (!value.type().isNumber() || value.type() == ValueType.DECIMAL) {
        return Optional.empty();
      }
      arguments.add(Arithmetic.real(value));
    }
    return Optional.of(
        Operand.of(new Expr.Apply(Function.FLOAT_IS_CLOSE, arguments, ValueType.BOOL)));
  }

  // ---------------------------------------------------------------- dates and times

  private static final Map<String, Long> UNITS =
      Map.of(
          "days", 86_400 * MICROS_PER_SECOND,
          "seconds", MICROS_PER_SECOND,
          "microseconds", 1L,
          "milliseconds", 1_000L,
          "minutes", 60 * MICROS_PER_SECOND,
          "hours", 3_600 * MICROS_PER_SECOND,
          "weeks", 7 * 86_400 * MICROS_PER_SECOND);
  private static final List<String> UNIT_ORDER =
      List.of("days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks");

  /// `timedelta(...)` of ints: constants are added up, others multiply their unit.
  private static Optional<Operand> duration(Calls.Arguments arguments) {
    if (arguments.count() > UNIT_ORDER.size()) {
      return Optional.empty();
    }
    BigInteger constant = BigInteger.ZERO;
    Optional<Expr> computed = Optional.empty();
    List<Map.Entry<String, Operand>> parts = new ArrayList<>();
    for (int i = 0; i < arguments.count(); i++) {
      parts.add(Map.entry(UNIT_ORDER.get(i), arguments.get(i)));
    }
    parts.addAll(arguments.named().entrySet());
    for (var part : parts) {
      Long unit = UNITS.get(part.getKey());
      if (unit == null
          || !(part.getValue() instanceof Value value)
          || !Arithmetic.isWhole(value.type())) {
        return Optional.empty();
      }
      Expr count = Arithmetic.integer(value);
      if (count instanceof Expr.Literal(Constant.Int(var number))) {
        constant = constant.add(number.multiply(BigInteger.valueOf(unit)));
      } else {
        Expr span = Function.DURATION_MULTIPLY.of(temporal(ValueType.DURATION, unit), count);
        computed = Optional.of(computed.map(c -> Function.DURATION_ADD.of(c, span)).orElse(span));
      }
    }
    if (constant.bitLength() > 62) {
      return Optional.empty();
    }
    Expr fixed = temporal(ValueType.DURATION, constant.longValueExact());
    boolean none = constant.signum() == 0;
    return Optional.of(
        Operand.of(computed.map(c -> none ? c : Function.DURATION_ADD.of(c, fixed)).orElse(fixed)));
  }

  private static Expr temporal(ValueType type, long value) {
    return new Expr.Literal(new Constant.Temporal(type, value));
  }

  private static Optional<Operand> date(Calls.Arguments arguments, Syntax node) {
    if (arguments.count() != 3 || !arguments.isPositional()) {
      return Optional.empty();
    }
    Optional<List<Integer>> parts = constants(arguments.positional());
    if (parts.isPresent()) {
      return moment(parts.get())
          .map(at -> Operand.of(temporal(ValueType.DATE, at.toLocalDate().toEpochDay())));
    }
    List<Expr> values = new ArrayList<>();
    for (Operand argument : arguments.positional()) {
      Value value = Comparisons.value(argument, node);
      if (value.type() != ValueType.INTEGER) {
        return Optional.empty();
      }
      values.add(value.expr());
    }
    return Optional.of(Operand.of(new Expr.Apply(Function.DATE_OF, values, ValueType.DATE)));
  }

  private static Optional<Operand> moment(Calls.Arguments arguments) {
    if (arguments.count() < 3 || arguments.count() > 7 || !arguments.isPositional()) {
      return Optional.empty();
    }
    return constants(arguments.positional())
        .flatMap(ModuleFunctions::moment)
        .map(
            at ->
                Operand.of(
                    temporal(
                        ValueType.NAIVE_TIMESTAMP,
                        ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), at))));
  }

  private static Optional<List<Integer>> constants(List<Operand> operands) {
    List<Integer> numbers = new ArrayList<>();
    for (Operand operand : operands) {
      if (operand instanceof Value(Expr.Literal(Constant.Int(var number)), _)
          && number.bitLength() < 31) {
        numbers.add(number.intValueExact());
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(numbers);
  }

  /// A time that Python has too, from its parts; empty where Python raises.
  private static Optional<LocalDateTime> moment(List<Integer> parts) {
    int[] all = new int[7];
    for (int i = 0; i < parts.size(); i++) {
      all[i] = parts.get(i);
    }
    if (all[0] < 1 || all[0] > 9999 || all[6] < 0 || all[6] >= MICROS_PER_SECOND) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          LocalDateTime.of(all[0], all[1], all[2], all[3], all[4], all[5], all[6] * 1_000));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  // ---------------------------------------------------------------- decimals

  private static Optional<Operand> decimal(Calls.Arguments arguments, Syntax node) {
    if (arguments.count() != 1 || !arguments.isPositional()) {
      return Optional.empty();
    }
    Value value = Comparisons.value(arguments.get(0), node);
    if (value.expr() instanceof Expr.Literal(Constant.Text(var text))
        && text.matches("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?")) {
      BigDecimal number = new BigDecimal(text);
      boolean negativeZero = number.signum() == 0 && text.startsWith("-");
      return negativeZero
          ? Optional.empty()
          : Optional.of(Operand.constant(new Constant.Decimal(number)));
    }
    return Arithmetic.isWhole(value.type())
        ? Optional.of(Operand.of(Arithmetic.decimal(value)))
        : Optional.empty();
  }
}
