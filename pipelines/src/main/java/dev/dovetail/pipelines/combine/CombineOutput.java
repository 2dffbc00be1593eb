package dev.dovetail.pipelines.combine;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.cxl.Body;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.Interpreter;
import dev.dovetail.pipelines.document.NodeSpec.OnMiss;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns the candidates of a combine into its output: what `match`, `on_miss` and the body make of
/// them.
final class CombineOutput {
  /// The most entries of a collected array.
  static final int MOST_COLLECTED = 10_000;

  private final CombineSpec spec;
  private final List<TableFields> inputs;
  private final List<List<String>> columns;
  private final Combine.Rows rows;
  private final DeadLetters deadLetters;
  private final Interpreter interpreter;
  private final int[] current;
  private long written;

  /// @param inputs the rows by input
  /// @param columns the names of the columns, by input
  CombineOutput(
      CombineSpec spec,
      List<TableFields> inputs,
      List<List<String>> columns,
      Combine.Rows rows,
      DeadLetters deadLetters) {
    this.spec = spec;
    this.inputs = inputs;
    this.columns = columns;
    this.rows = rows;
    this.deadLetters = deadLetters;
    this.interpreter = new Interpreter(spec.body().slots());
    this.current = new int[inputs.size()];
  }

  /// Writes what all candidates come to, in the order of the driver's rows.
  void write(Candidates all) {
    int from = 0;
    while (from < all.count()) {
      int row = all.row(spec.driver(), from);
      int to = from + 1;
      while (to < all.count() && all.row(spec.driver(), to) == row) {
        to++;
      }
      write(all, Outcome.of(all, from, to, spec.match()));
      from = to;
    }
  }

  private void write(Candidates all, Outcome outcome) {
    switch (outcome) {
      case Outcome.Failed(List<Integer> failed) -> failed.forEach(i -> fail(all, i));
      case Outcome.Collected(List<Integer> candidates) -> {
        all.copyInto(candidates.getFirst(), current);
        collect(all, candidates);
      }
      case Outcome.Missed(int partial) -> miss(all, partial);
      case Outcome.Rows(List<Integer> candidates, List<Integer> failed) -> {
        int next = 0;
        for (int candidate : candidates) {
          while (next < failed.size() && failed.get(next) < candidate) {
            fail(all, failed.get(next++));
          }
          all.copyInto(candidate, current);
          shape();
        }
        failed.subList(next, failed.size()).forEach(i -> fail(all, i));
      }
    }
  }

  private void fail(Candidates all, int index) {
    int[] failed = new int[inputs.size()];
    all.copyInto(index, failed);
    deadLetters.add(failed, "where", all.error(index).message());
  }

  private void miss(Candidates all, int partial) {
    all.copyInto(partial, current);
    if (spec.onMiss() == OnMiss.ERROR) {
      throw new DovetailException(
          ErrorCode.E319,
          "combine '"
              + spec.name()
              + "' has no match for driver row "
              + (current[spec.driver()] + 1),
          "",
          "Correct the data, or say on_miss: null_fields or skip.");
    }
    if (!Outcome.keepsMissed(spec.onMiss())) {
      return;
    }
    switch (spec.match()) {
      case FIRST, ALL -> shape();
      case COLLECT -> collect(all, List.of());
    }
  }

  /// Runs the body on the rows at hand.
  private void shape() {
    interpreter.at(
        (input, column) ->
            current[input] == Candidates.NONE
                ? null
                : inputs.get(input).value(current[input], column));
    try {
      List<@Nullable Object> values = new ArrayList<>();
      for (Body.Step step : spec.body().steps()) {
        switch (step) {
          case Body.Let(int slot, var value) -> interpreter.let(slot, interpreter.value(value));
          case Body.Emit(_, var value) -> values.add(interpreter.value(value));
          case Body.Filter(var condition) -> {
            if (!interpreter.isTrue(condition)) {
              return;
            }
          }
        }
      }
      write(values, 0);
    } catch (CxlFailure failure) {
      deadLetters.add(current.clone(), "cxl", failure.getMessage());
    }
  }

  /// The driver's fields and the array of the matches of the other input.
  private void collect(Candidates all, List<Integer> candidates) {
    int build = spec.driver() == 0 ? 1 : 0;
    try {
      List<@Nullable Object> values = new ArrayList<>();
      for (int column = 0; column < columns.get(spec.driver()).size(); column++) {
        values.add(inputs.get(spec.driver()).value(current[spec.driver()], column));
      }
      List<Object> collected = new ArrayList<>();
      for (int candidate : candidates) {
        if (collected.size() == MOST_COLLECTED) {
          break;
        }
        collected.add(element(build, all.row(build, candidate)));
      }
      values.add(collected);
      write(values, candidates.size() - (long) collected.size());
    } catch (CxlFailure failure) {
      deadLetters.add(current.clone(), "cxl", failure.getMessage());
    }
  }

  private Map<String, @Nullable Object> element(int input, int row) throws CxlFailure {
    Map<String, @Nullable Object> element = new LinkedHashMap<>();
    List<String> names = columns.get(input);
    for (int column = 0; column < names.size(); column++) {
      element.put(names.get(column), inputs.get(input).value(row, column));
    }
    return element;
  }

  private void write(List<@Nullable Object> values, long leftOut) throws CxlFailure {
    if (spec.maxOutputRows().isPresent() && written == spec.maxOutputRows().getAsLong()) {
      throw new DovetailException(
          ErrorCode.E325,
          "combine '" + spec.name() + "' has more than " + written + " rows, its max_output_rows",
          "",
          "Look at where: a key may be missing. If the rows are wanted, raise the limit.");
    }
    rows.write(values, leftOut);
    written++;
  }
}
