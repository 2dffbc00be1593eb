package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.StructColumn;
import dev.dovetail.engine.decide.emit.Generated;
import dev.dovetail.engine.decide.emit.Kernel;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.memory.MemoryArea;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The columns of one side, and behind them columns that are computed from them: each once, when it
/// is first asked for. Where a computation is undecided, the column is odd.
public final class DerivedColumns implements Columns {
  private static final int POSITIONS_BETWEEN_CHECKS = 1 << 14;

  private final Side side;
  private final Columns base;
  private final int baseColumns;
  private final MemoryArea memory;
  private final Runnable check;
  private final ValueResolver resolver;
  private final List<Expr> exprs = new ArrayList<>();
  private final Map<Expr, Integer> indices = new HashMap<>();
  private final List<@Nullable ColumnData> computed = new ArrayList<>();

  /// @param baseColumns how many columns the side has of itself
  /// @param memory of the computed columns
  /// @param check throws if the run is stopped
  /// @param resolver asked about undecided positions
  public DerivedColumns(
      Side side,
      Columns base,
      int baseColumns,
      MemoryArea memory,
      Runnable check,
      ValueResolver resolver) {
    this.side = side;
    this.base = base;
    this.baseColumns = baseColumns;
    this.memory = memory;
    this.check = check;
    this.resolver = resolver;
  }

  /// The field that holds the values of an expression over this side; equal expressions share one.
  synchronized Expr.Field field(Expr expr) {
    Integer index = indices.get(expr);
    if (index == null) {
      index = baseColumns + exprs.size();
      exprs.add(expr);
      computed.add(null);
      indices.put(expr, index);
    }
    return new Expr.Field(side, index, PythonText.of(expr), expr.type());
  }

  @Override
  public int count() {
    return base.count();
  }

  /// The expression behind a computed column.
  public synchronized Expr expression(int index) {
    return exprs.get(index - baseColumns);
  }

  /// How many columns there are, computed ones included.
  public synchronized int columns() {
    return baseColumns + exprs.size();
  }

  @Override
  public synchronized ColumnData column(int index) {
    if (index < baseColumns) {
      return base.column(index);
    }
    ColumnData column = computed.get(index - baseColumns);
    if (column == null) {
      column = compute(exprs.get(index - baseColumns));
      computed.set(index - baseColumns, column);
    }
    return column;
  }

  private ColumnData compute(Expr expr) {
    if (expr instanceof Expr.Member(Expr struct, int part, _, _)) {
      ColumnData whole =
          struct instanceof Expr.Field(_, int column, _, _) ? column(column) : compute(struct);
      return ((StructColumn) whole).part(part);
    }
    Kernel kernel = Generated.kernel(expr, side, this);
    ColumnBuilder builder = ColumnBuilder.of(expr.type(), Elements.of(expr, this), base.count());
    BitSet unknown = new BitSet();
    for (int from = 0; from < base.count(); from += POSITIONS_BETWEEN_CHECKS) {
      check.run();
      kernel.run(from, Math.min(base.count(), from + POSITIONS_BETWEEN_CHECKS), builder, unknown);
    }
    if (!unknown.isEmpty()) {
      resolver.resolve(side, expr, unknown.stream().toArray(), builder);
    }
    return builder.build(memory);
  }
}
