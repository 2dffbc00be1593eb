package dev.dovetail.engine.plan;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.plan.Access.KeyColumns;
import dev.dovetail.engine.range.Bound;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// How a gate's index finds the pairs inside it. Positions with odd values are open: the gate's
/// test decides about them.
final class GateAccess {
  private final Columns x;
  private final Columns y;
  private final IndexParts parts;
  private final Screen screen = Screen.nothing();

  /// The access of a gate.
  record Found(Access access, Screen screen) {}

  GateAccess(Columns x, Columns y, IndexParts parts) {
    this.x = x;
    this.y = y;
    this.parts = parts;
  }

  /// Empty if the types of the gate's columns have no index.
  Optional<Found> of(Gate gate) {
    return access(gate).map(access -> new Found(access, screen));
  }

  private Optional<Access> access(Gate gate) {
    return switch (gate) {
      case Gate.Equality equality -> equality(equality);
      case Gate.RangeOverlap overlap -> overlap(overlap);
      case Gate.Band(int xColumn, int yColumn, var width) -> {
        Bound band = new Bound.Band(xColumn, yColumn, width, false);
        yield parts.isSearched(band)
            ? opened(
                new Access.Runs(Optional.empty(), List.of(band)),
                List.of(xColumn),
                List.of(yColumn))
            : Optional.empty();
      }
      case Gate.SharedToken(int xColumn, int yColumn) ->
          isTokens(x.column(xColumn)) && isTokens(y.column(yColumn))
              ? Optional.of(new Access.Elements(xColumn, yColumn))
              : Optional.empty();
      case Gate.Prefix(int xColumn, int yColumn, int length) ->
          x.column(xColumn) instanceof BytesColumn && y.column(yColumn) instanceof BytesColumn
              ? Optional.of(new Access.Prefixes(xColumn, yColumn, length))
              : Optional.empty();
      case Gate.AnyOf(List<Gate> gates) -> anyOf(gates);
    };
  }

  private Optional<Access> equality(Gate.Equality gate) {
    List<KeyColumns> columns = new ArrayList<>();
    for (int i = 0; i < gate.x().size(); i++) {
      columns.add(new KeyColumns(gate.x().get(i), gate.y().get(i)));
    }
    return Optional.of(new Access.Keys(columns));
  }

  private Optional<Access> overlap(Gate.RangeOverlap gate) {
    var starts = new Bound.Ordered(Comparison.LESS_OR_EQUAL, gate.xStart(), gate.yEnd());
    var ends = new Bound.Ordered(Comparison.GREATER_OR_EQUAL, gate.xEnd(), gate.yStart());
    boolean decimal =
        List.of(x.column(gate.xStart()), x.column(gate.xEnd())).stream()
                .anyMatch(GateAccess::isDecimal)
            || List.of(y.column(gate.yStart()), y.column(gate.yEnd())).stream()
                .anyMatch(GateAccess::isDecimal);
    if (decimal || !parts.isSearched(starts) || !parts.isSearched(ends)) {
      return Optional.empty();
    }
    Access access =
        gate.yStart() == gate.yEnd()
            ? new Access.Runs(Optional.empty(), List.of(starts, ends))
            : new Access.TwoRanges(starts, ends);
    return opened(access, List.of(gate.xStart(), gate.xEnd()), List.of(gate.yStart(), gate.yEnd()));
  }

  private static boolean isDecimal(ColumnData column) {
    return column.type() == ValueType.DECIMAL;
  }

  private static boolean isTokens(ColumnData column) {
    return column instanceof ListColumn lists && PairTests.isCompiled(lists.elements().type());
  }

  private Optional<Access> anyOf(List<Gate> gates) {
    List<Access> accesses = new ArrayList<>();
    for (Gate gate : gates) {
      Optional<Access> access = access(gate);
      if (access.isEmpty()) {
        return Optional.empty();
      }
      accesses.add(access.get());
    }
    return accesses.isEmpty() ? Optional.empty() : Optional.of(new Access.Union(accesses));
  }

  private Optional<Access> opened(Access access, List<Integer> xColumns, List<Integer> yColumns) {
    xColumns.forEach(column -> openOdd(x.column(column), screen.openX()));
    yColumns.forEach(column -> openOdd(y.column(column), screen.openY()));
    return Optional.of(access);
  }

  private static void openOdd(ColumnData column, BitSet open) {
    for (int p = 0; column.hasOdd() && p < column.size(); p++) {
      if (column.isOdd(p)) {
        open.set(p);
      }
    }
  }
}
