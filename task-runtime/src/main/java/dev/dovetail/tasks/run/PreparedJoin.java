package dev.dovetail.tasks.run;

import dev.dovetail.engine.decide.ColumnOrder;
import dev.dovetail.engine.join.JoinDriver;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.plan.Explanation;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.shape.FlatShape;
import dev.dovetail.engine.shape.JoinShape;
import dev.dovetail.engine.shape.MatchesSchema;
import dev.dovetail.engine.shape.MatchesShape;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.compile.PredicateCompiler;
import dev.dovetail.polyglot.compile.Visible;
import dev.dovetail.polyglot.eval.ColumnResolver;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.tasks.Duplicates;
import dev.dovetail.tasks.JoinTask;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Schema;

/// A join that is checked, compiled and planned, and has called nothing yet but the key functions
/// of its gate.
final class PreparedJoin implements AutoCloseable {
  private final JoinTask task;
  private final List<OpenInput> inputs;
  private final Schema outputSchema;
  private final IdentityHashMap<OpenInput, KeyedRows> owned = new IdentityHashMap<>();
  private final List<PairJudge> judges = new ArrayList<>();
  private KeyedRows x;
  private List<KeyedRows> ys;
  private final JoinDriver driver;

  /// Prepares a join.
  ///
  /// @param inputs one per input of the task, in order
  /// @param python evaluates the function where it is not compiled
  /// @throws DovetailException for whatever can be refused before the condition is evaluated
  PreparedJoin(
      JoinTask task,
      FunctionSource function,
      List<OpenInput> inputs,
      PythonEvaluator python,
      RunSettings settings,
      Execution execution,
      Progress progress) {
    this.task = task;
    this.inputs = inputs;
    InputChecks.check(task, inputs);
    this.outputSchema = schema();
    try {
      x = keyed(inputs.getFirst(), execution);
      List<KeyedRows> keyedYs = new ArrayList<>();
      for (OpenInput y : yInputs()) {
        keyedYs.add(keyed(y, execution));
      }
      ys = keyedYs;
      if (task.duplicates() == Duplicates.ERROR) {
        refuseDuplicates(x);
      }
      List<Optional<Gate>> gates = gates(python, execution.control());
      driver =
          new JoinDriver(
              x,
              joinInputs(function, gates, python, execution.control()),
              JoinSettings.DEFAULT
                  .withStrategy(settings.strategy())
                  .withMaxPairs(settings.maxPairs()),
              execution,
              progress);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  KeyedRows x() {
    return x;
  }

  List<KeyedRows> ys() {
    return ys;
  }

  OpenInput xInput() {
    return inputs.getFirst();
  }

  /// The Y inputs, one per [#ys].
  List<OpenInput> yInputs() {
    return task.isSelfJoin() ? inputs : inputs.subList(1, inputs.size());
  }

  private Schema schema() {
    MatchesSchema.Side xSide = side(inputs.getFirst());
    List<MatchesSchema.Side> ySides = yInputs().stream().map(PreparedJoin::side).toList();
    return task.shape().kind() == JoinShape.MATCHES
        ? MatchesShape.schema(xSide, ySides)
        : FlatShape.schema(task.shape().kind(), xSide, ySides);
  }

  Schema outputSchema() {
    return outputSchema;
  }

  JoinDriver driver() {
    return driver;
  }

  List<Explanation> explanations() {
    return driver.explanations();
  }

  /// How many rows the output has, where that follows from X alone.
  OptionalLong outputRows() {
    return switch (task.shape().kind()) {
      case MATCHES, FIRST, AS_OF, DEGREES ->
          OptionalLong.of(task.duplicates() == Duplicates.COLLAPSE ? x.count() : x.rowCount());
      case INNER, LEFT, RIGHT, FULL, SEMI, ANTI -> OptionalLong.empty();
    };
  }

  @Override
  public void close() {
    judges.forEach(PairJudge::close);
    owned.values().forEach(KeyedRows::close);
  }

  private static MatchesSchema.Side side(OpenInput input) {
    return new MatchesSchema.Side(input.name(), input.table().schema());
  }

  /// One for each input, also where it plays both roles.
  private KeyedRows keyed(OpenInput input, Execution execution) {
    KeyedRows present = owned.get(input);
    if (present != null) {
      return present;
    }
    KeyedRows rows =
        KeyedRows.of(input.name(), input.table(), task.primaryKey(), task.evidence(), execution);
    owned.put(input, rows);
    return rows;
  }

  private static void refuseDuplicates(KeyedRows x) {
    if (x.unique()) {
      return;
    }
    for (long row = 0; row < x.rowCount(); row++) {
      int position = x.positionOf(row);
      if (x.firstRow(position) != row) {
        throw new DovetailException(
            ErrorCode.E126,
            "the primary key "
                + x.keyText(position)
                + " of '"
                + x.space()
                + "' is in rows "
                + (x.firstRow(position) + 1)
                + " and "
                + (row + 1),
            "",
            "Nothing was published. Remove one of the rows, or set duplicates to expand or"
                + " collapse.");
      }
    }
  }

  private List<Optional<Gate>> gates(PythonEvaluator python, RunControl control) {
    if (task.fn().declaredGate().isEmpty()) {
      return ys.stream().map(_ -> Optional.<Gate>empty()).toList();
    }
    GateResolver resolver = new GateResolver(x, ys, python, control);
    List<Gate> gates = resolver.resolve(task.fn().declaredGate().get());
    x = resolver.x();
    ys = resolver.ys();
    return gates.stream().map(Optional::of).toList();
  }

  /// By which column of Y a match is latest, where the shape asks for it.
  private OptionalInt latestBy(KeyedRows y) {
    Optional<String> field = task.shape().latestBy();
    if (field.isEmpty()) {
      return OptionalInt.empty();
    }
    int column = y.column(field.get());
    if (column < 0 || !ColumnOrder.isPossible(y.column(column))) {
      throw new DovetailException(
          ErrorCode.E101,
          "latest_by names '"
              + field.get()
              + "', by which rows of '"
              + y.space()
              + "' have no order",
          "",
          "Take a field of Y with numbers, text, dates or times.");
    }
    return OptionalInt.of(column);
  }

  private List<JoinInput> joinInputs(
      FunctionSource function,
      List<Optional<Gate>> gates,
      PythonEvaluator python,
      RunControl control) {
    var parameters = Parameters.constants(task.parameters());
    List<JoinInput> joined = new ArrayList<>();
    for (int i = 0; i < ys.size(); i++) {
      KeyedRows y = ys.get(i);
      var predicate =
          PredicateCompiler.compile(
              function, Visible.of(x.schema()), Visible.of(y.schema()), parameters);
      PairJudge judge = python.judge(function, parameters, x, y, control);
      judges.add(judge);
      joined.add(
          new JoinInput(
              y,
              new JoinPlan(x.space(), y.space(), predicate.conjuncts(), gates.get(i), latestBy(y)),
              judge,
              new ColumnResolver(x, y, python, control)));
    }
    return joined;
  }
}
