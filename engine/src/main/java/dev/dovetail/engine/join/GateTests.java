package dev.dovetail.engine.join;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.decide.BandTests;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/// Resolves gates into tests that are true inside and false outside, or refuses them with E111.
final class GateTests {
  private final JoinPlan plan;
  private final KeyedRows x;
  private final KeyedRows y;

  GateTests(JoinPlan plan, KeyedRows x, KeyedRows y) {
    this.plan = plan;
    this.x = x;
    this.y = y;
  }

  PairTest test(Gate gate) {
    return switch (gate) {
      case Gate.Equality equality -> equality(equality);
      case Gate.RangeOverlap range -> rangeOverlap(range);
      case Gate.Band band -> band(band);
      case Gate.SharedToken(int xColumn, int yColumn) -> sharedToken(xColumn, yColumn);
      case Gate.Prefix(int xColumn, int yColumn, int length) -> prefix(xColumn, yColumn, length);
      case Gate.AnyOf(List<Gate> gates) ->
          new GateTest.Any(gates.stream().map(this::test).toArray(PairTest[]::new));
    };
  }

  private PairTest equality(Gate.Equality gate) {
    List<ColumnData> xColumns = new ArrayList<>();
    List<ColumnData> yColumns = new ArrayList<>();
    for (int i = 0; i < gate.x().size(); i++) {
      int xColumn = gate.x().get(i);
      int yColumn = gate.y().get(i);
      if (!PairTests.isCompiled(x.column(xColumn).type())
          || !PairTests.isCompiled(y.column(yColumn).type())) {
        throw refuse("equality", xColumn, yColumn, "these types have no index");
      }
      xColumns.add(x.column(xColumn));
      yColumns.add(y.column(yColumn));
    }
    return new GateTest.Equal(KeyPairs.of(xColumns, yColumns));
  }

  private PairTest rangeOverlap(Gate.RangeOverlap gate) {
    requireOrder(gate.xStart(), gate.yEnd());
    requireOrder(gate.xEnd(), gate.yStart());
    PairTests tests = new PairTests(x, y);
    return new GateTest.Overlap(
        x.column(gate.xStart()),
        x.column(gate.xEnd()),
        y.column(gate.yStart()),
        y.column(gate.yEnd()),
        tests.columns(Comparison.LESS_OR_EQUAL, gate.xStart(), gate.yEnd()),
        tests.columns(Comparison.GREATER_OR_EQUAL, gate.xEnd(), gate.yStart()));
  }

  private void requireOrder(int xColumn, int yColumn) {
    ValueType left = x.column(xColumn).type();
    ValueType right = y.column(yColumn).type();
    boolean anyNull = left == ValueType.NULL || right == ValueType.NULL;
    if (!PairTests.isCompiled(left)
        || !PairTests.isCompiled(right)
        || !(anyNull || PairTests.comparable(left, right))) {
      throw refuse("range_overlap", xColumn, yColumn, "they have no order among each other");
    }
  }

  private PairTest band(Gate.Band gate) {
    return BandTests.of(x.column(gate.x()), y.column(gate.y()), gate.width())
        .orElseThrow(
            () ->
                refuse(
                    "band",
                    gate.x(),
                    gate.y(),
                    "their difference cannot be taken and compared with " + gate.width()));
  }

  private PairTest sharedToken(int xColumn, int yColumn) {
    ColumnData left = x.column(xColumn);
    ColumnData right = y.column(yColumn);
    if (left.type() == ValueType.NULL || right.type() == ValueType.NULL) {
      return new GateTest.Nothing();
    }
    if (!(left instanceof ListColumn l)
        || !(right instanceof ListColumn r)
        || !TokenIds.areTokens(l.elements())
        || !TokenIds.areTokens(r.elements())) {
      throw refuse("shared_token", xColumn, yColumn, "they are no lists of single values");
    }
    TokenIds ids = new TokenIds();
    return new GateTest.Shared(ids.sorted(l), ids.sorted(r));
  }

  private PairTest prefix(int xColumn, int yColumn, int length) {
    ColumnData left = x.column(xColumn);
    ColumnData right = y.column(yColumn);
    if (length < 0) {
      throw refuse("prefix", xColumn, yColumn, "a length of " + length + " is not legal");
    }
    if (left.type() == ValueType.NULL || right.type() == ValueType.NULL) {
      return new GateTest.Nothing();
    }
    if (!(left instanceof BytesColumn l && l.type() == ValueType.TEXT)
        || !(right instanceof BytesColumn r && r.type() == ValueType.TEXT)) {
      throw refuse("prefix", xColumn, yColumn, "they are no texts");
    }
    return new GateTest.SamePrefix(l, r, length);
  }

  private DovetailException refuse(String kind, int xColumn, int yColumn, String because) {
    return new DovetailException(
        ErrorCode.E111,
        "the "
            + kind
            + " gate cannot use '"
            + x.columnNames().get(xColumn)
            + "' ("
            + x.column(xColumn).type()
            + ") and '"
            + y.columnNames().get(yColumn)
            + "' ("
            + y.column(yColumn).type()
            + "): "
            + because,
        "'" + plan.x() + "' with '" + plan.y() + "'",
        "Declare the gate over fields whose types fit it, or leave it out.");
  }
}
