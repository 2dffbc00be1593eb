package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.join.FailedPair;
import dev.dovetail.engine.join.JoinDriver;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.spaces.Table;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The candidates of a combine: a chain of joins, each with one more input.
///
/// A candidate to which a step finds no row stays, without a row of that input, and is joined on
/// where a step does not read what it lacks: so it is known which rows a driver would have had.
final class CombineJoin {
  private final Where where;
  private final List<String> qualifiers;
  private final List<Table> inputs;
  private final int driver;
  private final JoinSettings settings;
  private final Execution execution;
  private final Progress progress;

  /// @param inputs one for each qualifier; they stay open as long as this is used
  CombineJoin(
      Where where,
      List<String> qualifiers,
      List<Table> inputs,
      int driver,
      JoinSettings settings,
      Execution execution,
      Progress progress) {
    this.where = where;
    this.qualifiers = qualifiers;
    this.inputs = inputs;
    this.driver = driver;
    this.settings = settings.withOnFailure(OnFailure.CONTINUE);
    this.execution = execution;
    this.progress = progress;
  }

  /// All candidates, by the driver's rows, then by the rows of the inputs as they are joined. Each
  /// row of the driver has at least one.
  Candidates run() {
    Candidates candidates =
        Candidates.ofDriver(inputs.size(), driver, Math.toIntExact(inputs.get(driver).rowCount()));
    boolean isFirst = true;
    for (Where.Step step : where.steps()) {
      candidates = step(step, candidates, isFirst);
      isFirst = false;
    }
    return candidates;
  }

  private Candidates step(Where.Step step, Candidates before, boolean isFirst) {
    int[] chosen = new int[before.count()];
    int count = 0;
    for (int i = 0; i < before.count(); i++) {
      if (isJoined(step, before, i)) {
        chosen[count++] = i;
      }
    }
    Extension extension = new Extension(step.input(), before, chosen);
    if (isFirst) {
      Layout layout =
          (input, column) -> new Layout.Column(input == driver ? Side.X : Side.Y, column);
      join(step, inputs.get(driver), layout, extension);
    } else {
      try (StepTable x =
          StepTable.of(
              step.parts(), step.input(), inputs, before, chosen, count, execution.allocator())) {
        join(step, x.table(), x.layout(step.input()), extension);
      }
    }
    return extension.finished();
  }

  private static boolean isJoined(Where.Step step, Candidates candidates, int index) {
    return candidates.state(index) != Candidates.FAILED
        && step.parts().stream()
            .flatMapToInt(part -> part.inputs().stream())
            .allMatch(
                input -> input == step.input() || candidates.row(input, index) != Candidates.NONE);
  }

  private void join(Where.Step step, Table x, Layout layout, Extension extension) {
    Table y = inputs.get(step.input());
    String xName = qualifiers.get(driver);
    String yName = qualifiers.get(step.input());
    try (KeyedRows xRows = KeyedRows.ofRows(xName, x, execution);
        KeyedRows yRows = KeyedRows.ofRows(yName, y, execution)) {
      JoinInput input =
          new StepPlan(step.parts(), layout, x, y).input(xName, yName, yRows, where.slots());
      var _ =
          new JoinDriver(xRows, List.of(input), settings, execution, progress)
              .run((_, _, perY) -> extension.accept(perY.getFirst()));
    }
  }

  /// Candidates with one more input, as the join hands its matches on.
  private static final class Extension {
    private final int input;
    private final Candidates before;
    private final int[] chosen;
    private final Candidates after;
    private final int[] rows;
    private int next;

    /// @param chosen the candidates that are joined, in order
    Extension(int input, Candidates before, int[] chosen) {
      this.input = input;
      this.before = before;
      this.chosen = chosen;
      this.rows = new int[before.inputs()];
      this.after = new Candidates(before.inputs());
    }

    void accept(MatchBatch batch) {
      Iterator<FailedPair> failed = batch.failed().iterator();
      FailedPair pair = failed.hasNext() ? failed.next() : null;
      for (int k = 0; k < batch.count(); k++) {
        int x = batch.firstX() + k;
        int candidate = chosen[x];
        copyUpTo(candidate);
        before.copyInto(candidate, rows);
        byte state = before.state(candidate);
        boolean found = false;
        int m = batch.offsets()[k];
        int end = batch.offsets()[k + 1];
        while (m < end || (pair != null && pair.x() == x)) {
          boolean fails = pair != null && pair.x() == x && (m == end || pair.y() < batch.y()[m]);
          if (fails && pair != null) {
            // what fails beside a part that does not hold is no failure, and what lacks an input
            // never holds
            if (state == Candidates.COMPLETE) {
              add(pair.y(), Candidates.FAILED, pair);
              found = true;
            }
            pair = failed.hasNext() ? failed.next() : null;
          } else {
            add(batch.y()[m++], state, null);
            found = true;
          }
        }
        if (!found) {
          add(Candidates.NONE, Candidates.PARTIAL, null);
        }
        next = candidate + 1;
      }
    }

    private void add(int row, byte state, @Nullable FailedPair failed) {
      rows[input] = row;
      after.add(rows, state, failed == null ? null : failed.error());
    }

    /// Those that are not joined stay as they are, and lack the input.
    private void copyUpTo(int end) {
      for (; next < end; next++) {
        before.copyInto(next, rows);
        boolean hasFailed = before.state(next) == Candidates.FAILED;
        after.add(
            rows,
            hasFailed ? Candidates.FAILED : Candidates.PARTIAL,
            hasFailed ? before.error(next) : null);
      }
    }

    Candidates finished() {
      copyUpTo(before.count());
      return after;
    }
  }
}
