package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.Optional;

/// Attributes: parts of dates, times and durations; what a module holds.
final class Attributes {
  private Attributes() {}

  static Operand of(Syntax.Attribute node, ExpressionCompiler compiler) {
    Operand owner = compiler.operand(node.value());
    return switch (owner) {
      case Missing missing -> missing;
      case Operand.Known(Bound.Module(var module)) -> imported(module, node.name());
      case Operand.Known(Bound.Imported(var module, var name)) when module.equals("datetime") ->
          imported("datetime." + name, node.name());
      case Value value ->
          ofValue(value, node.name())
              .map(Operand::of)
              .orElseThrow(() -> Constructs.notCompiled(node));
      case Operand.Row _,
          Operand.Display _,
          Operand.Iteration _,
          Operand.Found _,
          Operand.Mixed _,
          Operand.Table _,
          Operand.Range _,
          Operand.Known _,
          Operand.Builtin _ ->
          throw Constructs.notCompiled(node);
    };
  }

  /// What a name of a module of the standard library stands for.
  static Operand imported(String module, String name) {
    Optional<Double> number =
        switch (module + "." + name) {
          case "math.pi" -> Optional.of(Math.PI);
          case "math.e" -> Optional.of(Math.E);
          case "math.tau" -> Optional.of(2 * Math.PI);
          case "math.inf" -> Optional.of(Double.POSITIVE_INFINITY);
          case "math.nan" -> Optional.of(Double.NaN);
          default -> Optional.empty();
        };
    return number
        .<Operand>map(value -> Operand.constant(new Constant.Real(value)))
        .orElseGet(() -> new Operand.Known(new Bound.Imported(module, name)));
  }

  private static Optional<Expr> ofValue(Value value, String name) {
    Expr expr = value.expr();
    return switch (value.type()) {
      case DATE ->
          switch (name) {
            case "year" -> Optional.of(Function.DATE_YEAR.of(expr));
            case "month" -> Optional.of(Function.DATE_MONTH.of(expr));
            case "day" -> Optional.of(Function.DATE_DAY.of(expr));
            default -> Optional.empty();
          };
      case NAIVE_TIMESTAMP, INSTANT -> local(value).flatMap(moment -> moment(moment, name));
      case TIME ->
          switch (name) {
            case "hour" -> Optional.of(Function.TIME_HOUR.of(expr));
            case "minute" -> Optional.of(Function.TIME_MINUTE.of(expr));
            case "second" -> Optional.of(Function.TIME_SECOND.of(expr));
            case "microsecond" -> Optional.of(Function.TIME_MICROSECOND.of(expr));
            default -> Optional.empty();
          };
      case DURATION ->
          switch (name) {
            case "days" -> Optional.of(Function.DURATION_DAYS.of(expr));
            case "seconds" -> Optional.of(Function.DURATION_SECONDS.of(expr));
            case "microseconds" -> Optional.of(Function.DURATION_MICROSECONDS.of(expr));
            default -> Optional.empty();
          };
      default -> Optional.empty();
    };
  }

  /// A timestamp as the clock of its zone shows it.
  static Optional<Expr> local(Value moment) {
    if (moment.type() == ValueType.NAIVE_TIMESTAMP) {
      return Optional.of(moment.expr());
    }
    if (moment.shape().eastMicros().isEmpty()) {
      return Optional.empty();
    }
    long east = moment.shape().eastMicros().getAsLong();
    return Optional.of(
        Function.MOMENT_LOCAL.of(
            moment.expr(), new Expr.Literal(new Constant.Temporal(ValueType.DURATION, east))));
  }

  private static Optional<Expr> moment(Expr moment, String name) {
    return switch (name) {
      case "year" -> Optional.of(Function.MOMENT_YEAR.of(moment));
      case "month" -> Optional.of(Function.MOMENT_MONTH.of(moment));
      case "day" -> Optional.of(Function.MOMENT_DAY.of(moment));
      case "hour" -> Optional.of(Function.MOMENT_HOUR.of(moment));
      case "minute" -> Optional.of(Function.MOMENT_MINUTE.of(moment));
      case "second" -> Optional.of(Function.MOMENT_SECOND.of(moment));
      case "microsecond" -> Optional.of(Function.MOMENT_MICROSECOND.of(moment));
      default -> Optional.empty();
    };
  }
}
