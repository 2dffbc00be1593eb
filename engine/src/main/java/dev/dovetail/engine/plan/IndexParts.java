package dev.dovetail.engine.plan;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.decide.Totality;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.plan.Access.KeyColumns;
import dev.dovetail.engine.plan.Parts.Part;
import dev.dovetail.engine.range.Bound;
import dev.dovetail.engine.range.RunFinder;
import dev.dovetail.engine.range.SortedRows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which parts of a condition an index can serve, and for which positions it cannot decide.
///
/// An index leaves out pairs for which its part is false. That is right only if nothing before the
/// part is undecided on them: so parts are taken in order, positions on which one may be undecided
/// are open, and after a part that may be undecided depending on the pair nothing more is taken.
final class IndexParts {
  private final Columns x;
  private final Columns y;
  private final Totality totality;
  private final PairTests tests;

  final List<Found<KeyColumns>> keys = new ArrayList<>();
  final List<Found<Bound>> bounds = new ArrayList<>();
  final List<Found<Access>> others = new ArrayList<>();

  /// The conjuncts of which every part is decided once per row.
  final BitSet screened = new BitSet();

  private final Screen screen = Screen.nothing();

  /// How many parts each conjunct has but for those at its beginning that read X alone: what is
  /// known of these is known to whatever serves the others. What is known of a later one is not.
  final int[] partsToServe;

  /// Why parts from here on were not looked at; empty if all were.
  Optional<Part> stoppedAt = Optional.empty();

  private final BitSet settledY = new BitSet();

  /// Something that a part of a conjunct offers.
  ///
  /// @param screen what is known up to this part; what comes after it is not reached by the pairs
  ///   that it leaves out
  record Found<T>(T what, int conjunct, Screen screen) {}

  IndexParts(Columns x, Columns y, List<Conjunct> conjuncts) {
    this.x = x;
    this.y = y;
    this.totality = new Totality(x, y);
    this.tests = new PairTests(x, y);
    screened.set(0, conjuncts.size());
    this.partsToServe = new int[conjuncts.size()];
    List<Part> parts = Parts.of(conjuncts);
    for (Part part : parts) {
      boolean screensAll =
          partsToServe[part.conjunct()] == 0 && Sides.of(part.expr()).equals(Set.of(Side.X));
      if (!screensAll) {
        partsToServe[part.conjunct()]++;
      }
    }
    for (Part part : parts) {
      if (!take(part)) {
        stoppedAt = Optional.of(part);
        screened.clear(part.conjunct(), conjuncts.size());
        break;
      }
    }
    int compiled = parts.isEmpty() ? 0 : parts.getLast().conjunct() + 1;
    screened.clear(compiled, conjuncts.size());
  }

  /// Takes a part; false if what follows it must be evaluated after it.
  private boolean take(Part part) {
    Set<Side> sides = Sides.of(part.expr());
    if (sides.size() == 1) {
      PairTest test = tests.condition(part.expr());
      if (sides.contains(Side.X)) {
        screen(x.count(), p -> test.test(p, 0), screen.settledX(), screen.openX());
      } else {
        screen(y.count(), p -> test.test(0, p), settledY, screen.openY());
      }
      return true;
    }
    screened.clear(part.conjunct());
    switch (totality.of(part.expr())) {
      case Totality.Extent.Total _ -> {}
      case Totality.Extent.BySide(BitSet ofX, BitSet ofY) -> {
        open(ofX, screen.settledX(), screen.openX());
        open(ofY, settledY, screen.openY());
      }
      case Totality.Extent.ByPair _ -> {
        return false;
      }
    }
    switch (part.expr()) {
      case Expr.Compare(Comparison op, Expr.Field l, Expr.Field r)
          when op == Comparison.EQUAL && isKey(l, r) ->
          keys.add(found(keyColumns(l, r), part));
      case Expr.Compare(Comparison op, Expr.Field l, Expr.Field r) when op.isOrdering() ->
          ordering(op, l, r, part);
      case Expr.Or(List<Expr> operands) ->
          union(operands).ifPresent(union -> others.add(found(union, part)));
      default -> byPattern(part);
    }
    return true;
  }

  private void byPattern(Part part) {
    IndexPatterns.difference(part.expr())
        .filter(this::isSearched)
        .ifPresent(bound -> bounds.add(found(bound, part)));
    IndexPatterns.common(part.expr())
        .filter(this::areElements)
        .ifPresent(elements -> others.add(found(elements, part)));
    IndexPatterns.prefix(part.expr()).ifPresent(prefix -> others.add(found(prefix, part)));
  }

  private boolean areElements(Access.Elements elements) {
    return PairTests.isCompiled(elementType(x.column(elements.x())))
        && PairTests.isCompiled(elementType(y.column(elements.y())));
  }

  private static ValueType elementType(ColumnData column) {
    return column instanceof ListColumn lists ? lists.elements().type() : column.type();
  }

  /// Opens positions that are not settled before.
  private static void open(BitSet more, BitSet settled, BitSet open) {
    BitSet reached = (BitSet) more.clone();
    reached.andNot(settled);
    open.or(reached);
  }

  private static boolean isKey(Expr.Field l, Expr.Field r) {
    return l.side() != r.side() && PairTests.isCompiled(l.type()) && PairTests.isCompiled(r.type());
  }

  private <T> Found<T> found(T what, Part part) {
    return new Found<>(what, part.conjunct(), screen.copy());
  }

  private interface Decision {
    byte of(int position);
  }

  private static void screen(int count, Decision decision, BitSet settled, BitSet open) {
    for (int p = 0; p < count; p++) {
      if (settled.get(p) || open.get(p)) {
        continue;
      }
      byte outcome = decision.of(p);
      if (outcome == PairTest.FALSE) {
        settled.set(p);
      } else if (outcome == PairTest.UNDECIDED) {
        open.set(p);
      }
    }
  }

  private static KeyColumns keyColumns(Expr.Field l, Expr.Field r) {
    return l.side() == Side.X
        ? new KeyColumns(l.column(), r.column())
        : new KeyColumns(r.column(), l.column());
  }

  private void ordering(Comparison op, Expr.Field l, Expr.Field r, Part part) {
    Bound bound =
        l.side() == Side.X
            ? new Bound.Ordered(op, l.column(), r.column())
            : new Bound.Ordered(op.mirrored(), r.column(), l.column());
    if (l.side() != r.side() && isSearched(bound)) {
      bounds.add(found(bound, part));
    }
  }

  boolean isSearched(Bound bound) {
    return SortedRows.sorts(y.column(bound.y())) && RunFinder.suits(bound, columns());
  }

  private RunFinder.BoundColumns columns() {
    return new RunFinder.BoundColumns() {
      @Override
      public ColumnData x(int index) {
        return x.column(index);
      }

      @Override
      public ColumnData y(int index) {
        return y.column(index);
      }
    };
  }

  /// An alternative of which every operand has a key.
  private static Optional<Access> union(List<Expr> operands) {
    List<Access> parts = new ArrayList<>();
    for (Expr operand : operands) {
      List<KeyColumns> columns = new ArrayList<>();
      for (Part part : Parts.of(List.of(new Conjunct.Compiled(operand, "")))) {
        if (part.expr() instanceof Expr.Compare(Comparison op, Expr.Field l, Expr.Field r)
            && op == Comparison.EQUAL
            && isKey(l, r)) {
          columns.add(keyColumns(l, r));
        }
      }
      if (columns.isEmpty()) {
        return Optional.empty();
      }
      parts.add(new Access.Keys(columns));
    }
    return Optional.of(new Access.Union(parts));
  }
}
