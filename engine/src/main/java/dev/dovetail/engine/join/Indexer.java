package dev.dovetail.engine.join;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.decide.KeyPairs.NullKeys;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.hash.KeyGroups;
import dev.dovetail.engine.join.IEJoinTactic.Growth;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.plan.Access;
import dev.dovetail.engine.plan.Access.KeyColumns;
import dev.dovetail.engine.plan.Choice;
import dev.dovetail.engine.plan.Choice.How;
import dev.dovetail.engine.plan.Choice.Step;
import dev.dovetail.engine.range.Bound;
import dev.dovetail.engine.range.RunFinder;
import dev.dovetail.engine.range.SortedRows;
import dev.dovetail.engine.range.SortedTexts;
import dev.dovetail.engine.run.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Builds the index that an input's choice asks for, and settles what its candidates are tested by.
final class Indexer {
  /// Candidates for each X position up to which a key alone is as good as a search within it.
  private static final long FEW_CANDIDATES = 16;

  private final KeyedRows x;
  private final BoundInput bound;
  private final KeyedRows y;
  private final Columns xColumns;
  private final Columns yColumns;
  private final Choice choice;
  private final MemoryArea area;
  private final Execution execution;

  /// Whether ranges within keys turned out not to be worth a search.
  private boolean keysOnly;

  Indexer(KeyedRows x, BoundInput bound, MemoryArea area, Execution execution) {
    this.x = x;
    this.bound = bound;
    this.y = bound.input.rows();
    this.xColumns = bound.lowered.x();
    this.yColumns = bound.lowered.y();
    this.choice = bound.choice;
    this.area = area;
    this.execution = execution;
  }

  IndexedInput index() {
    JoinTactic tactic = tactic(choice.access());
    if (!choice.screen().isClosed() || !choice.screen().settledX().isEmpty()) {
      tactic = new ScreenedTactic(tactic, choice.screen(), y.count());
    }
    List<PairTest> tests = new ArrayList<>();
    List<Integer> conjuncts = new ArrayList<>();
    for (int i = 0; i < bound.allTests.length; i++) {
      if (isTested(i)) {
        tests.add(bound.allTests[i]);
        conjuncts.add(i);
      }
    }
    boolean[] guarded = new boolean[conjuncts.size()];
    for (int t = 0; t < guarded.length; t++) {
      guarded[t] = choice.conjuncts().get(conjuncts.get(t)).how() == How.GUARDED;
    }
    return new IndexedInput(
        bound,
        tactic,
        tests.toArray(PairTest[]::new),
        conjuncts.stream().mapToInt(Integer::intValue).toArray(),
        guarded,
        null);
  }

  private boolean isTested(int conjunct) {
    Step step = choice.conjuncts().get(conjunct);
    return !choice.screen().isClosed()
        || !choice.untested().contains(conjunct)
        || (keysOnly && step.how() == How.RANGE);
  }

  private JoinTactic tactic(Access access) {
    return switch (access) {
      case Access.All() -> new NestedLoopTactic(y.count());
      case Access.Keys(List<KeyColumns> columns) ->
          new HashTactic(groups(columns, NullKeys.EQUAL), x.count());
      case Access.Runs runs when runs.keys().isPresent() -> keyedRuns(runs);
      case Access.Runs(_, List<Bound> bounds) ->
          runs(SortedRows.of(yColumns.column(bounds.getFirst().y()), area, execution), bounds);
      case Access.TwoRanges(Bound.Ordered first, Bound second) -> twoRanges(first, second);
      case Access.Elements(int xColumn, int yColumn) -> elements(xColumn, yColumn);
      case Access.Prefixes(int xColumn, int yColumn, int length) ->
          prefixes(xColumn, yColumn, length);
      case Access.StartsWith(int xColumn, int yColumn, Side longer) ->
          new PrefixTactic(
              (BytesColumn) xColumns.column(xColumn),
              SortedTexts.of((BytesColumn) yColumns.column(yColumn), area, execution),
              longer,
              y.count());
      case Access.Union(List<Access> parts) ->
          new UnionTactic(parts.stream().map(this::tactic).toList(), y.count());
    };
  }

  private KeyGroups groups(List<KeyColumns> columns, NullKeys nulls) {
    return groups(
        columns.stream().map(key -> xColumns.column(key.x())).toList(),
        columns.stream().map(key -> yColumns.column(key.y())).toList(),
        nulls);
  }

  private KeyGroups groups(List<ColumnData> xs, List<ColumnData> ys, NullKeys nulls) {
    return KeyGroups.of(
        KeyPairs.of(xs, ys, nulls),
        KeyPairs.of(ys, ys, nulls),
        xs.getFirst().size(),
        ys.getFirst().size(),
        area,
        execution);
  }

  /// A key whose groups are small is as good as a search within them: what the groups are is known
  /// only here.
  private JoinTactic keyedRuns(Access.Runs runs) {
    KeyGroups groups = groups(runs.keys().orElseThrow().columns(), NullKeys.EQUAL);
    boolean latestOnly = isLatestOnly(runs);
    if (!latestOnly && groups.pairs() <= FEW_CANDIDATES * x.count()) {
      keysOnly = true;
      return new HashTactic(groups, x.count());
    }
    SortedRows rows =
        SortedRows.of(groups, yColumns.column(runs.bounds().getFirst().y()), area, execution);
    return new RunTactic(rows, finders(rows, runs.bounds()), x.count(), y.count(), latestOnly);
  }

  private JoinTactic runs(SortedRows rows, List<Bound> bounds) {
    boolean latestOnly = isLatestOnly(new Access.Runs(Optional.empty(), bounds));
    return new RunTactic(rows, finders(rows, bounds), x.count(), y.count(), latestOnly);
  }

  /// Whether the last place of a run is the one match that the plan keeps.
  private boolean isLatestOnly(Access.Runs runs) {
    var latestBy = bound.input.plan().latestBy();
    return latestBy.isPresent()
        && latestBy.getAsInt() == runs.bounds().getFirst().y()
        && bound.endsInTests()
        && choice.screen().isClosed()
        && choice.untested().size() == choice.conjuncts().size()
        && y.unique();
  }

  private JoinTactic twoRanges(Bound.Ordered first, Bound second) {
    SortedRows byFirst = SortedRows.of(yColumns.column(first.y()), area, execution);
    SortedRows bySecond = SortedRows.of(yColumns.column(second.y()), area, execution);
    boolean grows = first.op() == Comparison.GREATER || first.op() == Comparison.GREATER_OR_EQUAL;
    return new IEJoinTactic(
        byFirst,
        finders(byFirst, List.of(first)),
        grows ? Growth.UP_TO : Growth.FROM,
        bySecond,
        finders(bySecond, List.of(second)),
        x.count(),
        y.count(),
        area);
  }

  private Supplier<RunFinder> finders(SortedRows rows, List<Bound> bounds) {
    RunFinder.BoundColumns columns =
        new RunFinder.BoundColumns() {
          @Override
          public ColumnData x(int index) {
            return xColumns.column(index);
          }

          @Override
          public ColumnData y(int index) {
            return yColumns.column(index);
          }
        };
    return () -> RunFinder.of(rows, bounds, columns);
  }

  private JoinTactic elements(int xColumn, int yColumn) {
    OwnedElements xs = OwnedElements.of(xColumns.column(xColumn), area);
    OwnedElements ys = OwnedElements.of(yColumns.column(yColumn), area);
    return new TokenTactic(
        groups(List.of(xs.values()), List.of(ys.values()), NullKeys.EQUAL), xs, ys);
  }

  private JoinTactic prefixes(int xColumn, int yColumn, int length) {
    ColumnData xs = ((BytesColumn) xColumns.column(xColumn)).prefixes(length, area);
    ColumnData ys = ((BytesColumn) yColumns.column(yColumn)).prefixes(length, area);
    return new HashTactic(groups(List.of(xs), List.of(ys), NullKeys.UNMATCHABLE), x.count());
  }
}
