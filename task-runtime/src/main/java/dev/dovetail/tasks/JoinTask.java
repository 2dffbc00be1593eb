package dev.dovetail.tasks;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.shape.JoinShape;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Joins the first input (X) with each of the others (Y) by a Python predicate; a single input
/// joins with itself. Unless another shape is asked for, the output has the X columns and
/// `matches`, a list of complete Y rows.
///
/// @param primaryKey the columns that identify a row, in every input
/// @param evidence further columns that the function may read, each where it exists
/// @param fn called as `fn(x_row, y_row, **parameters)`, returns a bool
/// @param perX how many matches each X key may have
/// @param perY how many matches each Y key may have
public record JoinTask(
    String name,
    List<InputRef> inputs,
    OutputRef output,
    List<String> primaryKey,
    List<String> evidence,
    FunctionSpec fn,
    Map<String, FunctionParameter> parameters,
    DegreeRule perX,
    DegreeRule perY,
    Duplicates duplicates,
    OutputShape shape)
    implements Task {
  /// The column that the output gains.
  public static final String MATCHES = "matches";

  /// The field of a match that names its Space, where there are several.
  public static final String SPACE_FIELD = "_space";

  public JoinTask {
    Refusal.name(name, "name");
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty()) {
      throw Refusal.illegal(
          "input_spaces of '" + name + "' is empty",
          "Name the Space that drives the join, then the Spaces to match it with.");
    }
    refuseYTwice(name, inputs);
    primaryKey = Refusal.names(primaryKey, "primary_key");
    if (primaryKey.isEmpty()) {
      throw Refusal.illegal(
          "primary_key of '" + name + "' is empty",
          "Name the column or columns that identify a row.");
    }
    evidence = Refusal.names(evidence, "evidence");
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    FunctionParameter.checkNames(parameters.keySet());
    if (perX.side() != Side.X || perY.side() != Side.Y) {
      throw new IllegalArgumentException("perX rules X, perY rules Y");
    }
    if (shape.kind() == JoinShape.AS_OF && inputs.size() > 2) {
      throw Refusal.illegal(
          "shape 'as-of' of '" + name + "' has " + (inputs.size() - 1) + " Y inputs",
          "Take one: matches of several have no common order.");
    }
    if (shape.latestBy().isPresent()
        && !primaryKey.contains(shape.latestBy().get())
        && !evidence.contains(shape.latestBy().get())) {
      throw Refusal.illegal(
          "latest_by of '" + name + "' names '" + shape.latestBy().get() + "'",
          "Take a field of the primary key, or add it to the evidence.");
    }
  }

  /// A join with default settings: primary key `id`, no evidence, any number of matches.
  public static JoinTask of(String name, List<InputRef> inputs, OutputRef output, FunctionSpec fn) {
    return new JoinTask(
        name,
        inputs,
        output,
        List.of("id"),
        List.of(),
        fn,
        Map.of(),
        DegreeRule.unlimited(Side.X),
        DegreeRule.unlimited(Side.Y),
        Duplicates.EXPAND,
        OutputShape.MATCHES);
  }

  /// The same join into another output.
  public JoinTask withOutput(OutputRef other) {
    return new JoinTask(
        name, inputs, other, primaryKey, evidence, fn, parameters, perX, perY, duplicates, shape);
  }

  public InputRef x() {
    return inputs.getFirst();
  }

  /// The Y inputs, in order; the X input itself where it is the only one.
  public List<InputRef> ys() {
    return isSelfJoin() ? inputs : inputs.subList(1, inputs.size());
  }

  /// Whether one input plays both roles.
  public boolean isSelfJoin() {
    return inputs.size() == 1;
  }

  @Override
  public String kind() {
    return "join";
  }

  @Override
  public Optional<FunctionSpec> function() {
    return Optional.of(fn);
  }

  private static void refuseYTwice(String name, List<InputRef> inputs) {
    Set<String> seen = new HashSet<>();
    for (InputRef y : inputs.subList(1, inputs.size())) {
      if (!seen.add(y.label())) {
        throw Refusal.illegal(
            "input_spaces of '" + name + "' names '" + y.label() + "' twice as Y",
            "Its matches could not be told apart: name each Y Space once.");
      }
    }
  }
}
