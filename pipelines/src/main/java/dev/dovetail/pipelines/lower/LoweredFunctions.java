package dev.dovetail.pipelines.lower;

import dev.dovetail.engine.expr.Function;
import dev.dovetail.pipelines.cxl.CxlFunction;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Term;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which functions of CXL the engine has, too: those that give the same value wherever the engine's
/// is decided. The engine is undecided where CXL fails.
final class LoweredFunctions {
  private static final CxlType INT = Simple.INT;
  private static final CxlType FLOAT = Simple.FLOAT;
  private static final CxlType STRING = Simple.STRING;
  private static final CxlType DATE = Simple.DATE;

  private record Key(String name, List<CxlType> arguments) {}

  private static final Map<Key, Function> FUNCTIONS =
      Map.ofEntries(
          entry("+", Function.INT_ADD, INT, INT),
          entry("-", Function.INT_SUBTRACT, INT, INT),
          entry("*", Function.INT_MULTIPLY, INT, INT),
          entry("/", Function.INT_DIVIDE, INT, INT),
          entry("%", Function.INT_MODULO, INT, INT),
          entry("negate", Function.INT_NEGATE, INT),
          entry("abs", Function.INT_ABS, INT),
          entry("min", Function.INT_MIN, INT, INT),
          entry("max", Function.INT_MAX, INT, INT),
          entry("+", Function.FLOAT_ADD, FLOAT, FLOAT),
          entry("-", Function.FLOAT_SUBTRACT, FLOAT, FLOAT),
          entry("*", Function.FLOAT_MULTIPLY, FLOAT, FLOAT),
          entry("/", Function.FLOAT_DIVIDE, FLOAT, FLOAT),
          entry("%", Function.FLOAT_MODULO, FLOAT, FLOAT),
          entry("negate", Function.FLOAT_NEGATE, FLOAT),
          entry("abs", Function.FLOAT_ABS, FLOAT),
          entry("floor", Function.FLOAT_FLOOR, FLOAT),
          entry("ceil", Function.FLOAT_CEIL, FLOAT),
          entry("round", Function.FLOAT_ROUND, FLOAT),
          entry("is_nan", Function.FLOAT_IS_NAN, FLOAT),
          entry("+", Function.TEXT_CONCAT, STRING, STRING),
          entry("upper", Function.TEXT_UPPER, STRING),
          entry("lower", Function.TEXT_LOWER, STRING),
          entry("length", Function.TEXT_LENGTH, STRING),
          entry("starts_with", Function.TEXT_STARTS_WITH, STRING, STRING),
          entry("ends_with", Function.TEXT_ENDS_WITH, STRING, STRING),
          entry("year", Function.DATE_YEAR, DATE),
          entry("month", Function.DATE_MONTH, DATE),
          entry("day", Function.DATE_DAY, DATE),
          entry("weekday", Function.DATE_ISO_WEEKDAY, DATE));

  private LoweredFunctions() {}

  private static Map.Entry<Key, Function> entry(
      String name, Function function, CxlType... arguments) {
    return Map.entry(new Key(name, List.of(arguments)), function);
  }

  /// The engine's function; empty where there is none.
  static Optional<Function> of(CxlFunction function, List<Term> arguments) {
    return Optional.ofNullable(
        FUNCTIONS.get(new Key(function.name(), arguments.stream().map(Term::type).toList())));
  }
}
