package dev.dovetail.tasks.run;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.KeyIds;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.function.SourceCheck;
import dev.dovetail.polyglot.parse.Literal;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.tasks.GateSpec;
import dev.dovetail.tasks.Scalar;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Resolves a declared gate to columns. A key that is a field is that field's column; any other key
/// is evaluated once per row by Python, which numbers equal keys equally in a column that only the
/// gate sees.
final class GateResolver {
  private final PythonEvaluator python;
  private final RunControl control;
  private final List<KeyedRows> ys;
  private KeyedRows x;
  private int keyColumns;

  GateResolver(KeyedRows x, List<KeyedRows> ys, PythonEvaluator python, RunControl control) {
    this.x = x;
    this.ys = new ArrayList<>(ys);
    this.python = python;
    this.control = control;
  }

  /// X with the columns that gates have added.
  KeyedRows x() {
    return x;
  }

  /// The Y sides with the columns that gates have added.
  List<KeyedRows> ys() {
    return List.copyOf(ys);
  }

  /// The gate between X and each Y; to be called before [#x] and [#ys].
  List<Gate> resolve(GateSpec spec) {
    List<Gate> gates = new ArrayList<>();
    for (int i = 0; i < ys.size(); i++) {
      GateSpec byColumn = withKeyColumns(spec, i);
      gates.add(gate(byColumn, ys.get(i)));
    }
    return gates;
  }

  /// The gate with every key function replaced by an equality of columns.
  private GateSpec withKeyColumns(GateSpec spec, int yInput) {
    return switch (spec) {
      case GateSpec.KeyEquality(var xKey, var yKey) -> {
        Optional<String> xField = field(xKey).filter(name -> x.column(name) >= 0);
        Optional<String> yField = field(yKey).filter(name -> ys.get(yInput).column(name) >= 0);
        if (xField.isPresent() && yField.isPresent()) {
          yield new GateSpec.Equality(List.of(xField.get()), List.of(yField.get()));
        }
        String column = addKeys(xKey, yKey, yInput);
        yield new GateSpec.Equality(List.of(column), List.of(column));
      }
      case GateSpec.AnyOf(var gates) ->
          new GateSpec.AnyOf(gates.stream().map(part -> withKeyColumns(part, yInput)).toList());
      case GateSpec.Equality _,
          GateSpec.RangeOverlap _,
          GateSpec.Band _,
          GateSpec.SharedToken _,
          GateSpec.Prefix _ ->
          spec;
    };
  }

  private String addKeys(String xKey, String yKey, int yInput) {
    KeyedRows y = ys.get(yInput);
    KeyIds ids = python.keyIds(lambda(xKey), lambda(yKey), x, y, control);
    keyColumns++;
    String column = "gate key " + keyColumns;
    while (x.column(column) >= 0 || y.column(column) >= 0) {
      column += "'"; // a field bears the name
    }
    x = x.withColumn(column, ids.x());
    ys.set(yInput, y.withColumn(column, ids.y()));
    return column;
  }

  private static FunctionSource lambda(String text) {
    FunctionSource source = new FunctionSource.Lambda(text, "", Origin.named("<gate key>"));
    SourceCheck.check(source);
    Signature.check(source, 1, Set.of());
    return source;
  }

  /// The field of `lambda r: r["field"]`.
  private static Optional<String> field(String key) {
    if (PythonParser.expression(key, Origin.named("<gate key>"))
            instanceof Syntax.Lambda(var parameters, Syntax.Subscript(var row, var index, _), _)
        && parameters.regular().size() == 1
        && row instanceof Syntax.Name name
        && name.id().equals(parameters.regular().getFirst().name())
        && index instanceof Syntax.Constant(Literal.Text(var field, _), _)) {
      return Optional.of(field);
    }
    return Optional.empty();
  }

  private Gate gate(GateSpec spec, KeyedRows y) {
    return switch (spec) {
      case GateSpec.Equality(var xFields, var yFields) ->
          new Gate.Equality(
              xFields.stream().map(x::column).toList(), yFields.stream().map(y::column).toList());
      case GateSpec.RangeOverlap(var xStart, var xEnd, var yStart, var yEnd) ->
          new Gate.RangeOverlap(x.column(xStart), x.column(xEnd), y.column(yStart), y.column(yEnd));
      case GateSpec.Band(var xField, var yField, var width) ->
          new Gate.Band(x.column(xField), y.column(yField), width(width));
      case GateSpec.SharedToken(var xField, var yField) ->
          new Gate.SharedToken(x.column(xField), y.column(yField));
      case GateSpec.Prefix(var xField, var yField, var length) ->
          new Gate.Prefix(x.column(xField), y.column(yField), length);
      case GateSpec.AnyOf(var gates) ->
          new Gate.AnyOf(gates.stream().map(part -> gate(part, y)).toList());
      case GateSpec.KeyEquality _ ->
          throw new IllegalStateException("key functions are columns now");
    };
  }

  /// A duration in microseconds, the engine's measure of time.
  private static Constant width(Scalar width) {
    if (width instanceof Scalar.Duration(var time)) {
      BigDecimal micros =
          BigDecimal.valueOf(time.toSeconds())
              .movePointRight(6)
              .add(BigDecimal.valueOf(time.toNanosPart(), 3))
              .stripTrailingZeros();
      return micros.scale() <= 0
          ? new Constant.Int(micros.toBigIntegerExact())
          : new Constant.Decimal(micros);
    }
    return Parameters.comparable(width)
        .orElseThrow(
            () ->
                new DovetailException(
                    ErrorCode.E111, "the width of a band gate is " + width, "", "Give a number."));
  }
}
