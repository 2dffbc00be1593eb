package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.Concatenation;
import dev.dovetail.engine.column.StructColumn;
import dev.dovetail.engine.decide.emit.Generated;
import dev.dovetail.engine.decide.emit.Kernel;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The columns of one side, and behind them columns that are computed from them: each once, when it
/// is first asked for. Where a computation is undecided, the column is odd.
public final class DerivedColumns implements Columns {
  private static final int PART = 1 << 13;

  private final Side side;
  private final Columns base;
  private final int baseColumns;
  private final MemoryArea memory;
  private final Execution execution;
  private final ValueResolver resolver;
  private final List<Expr> exprs = new ArrayList<>();
  private final Map<Expr, Integer> indices = new HashMap<>();
  private final List<@Nullable ColumnData> computed = new ArrayList<>();

  /// @param baseColumns how many columns the side has of itself
  /// @param memory of the computed columns
  /// @param execution its threads compute
  /// @param resolver asked about undecided positions
  public DerivedColumns(
      Side side,
      Columns base,
      int baseColumns,
      MemoryArea memory,
      Execution execution,
      ValueResolver resolver) {
    this.side = side;
    this.base = base;
    this.baseColumns = baseColumns;
    this.memory = memory;
    this.execution = execution;
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
    return new Expr.Field(side, index, ExprText.of(expr), expr.type());
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

  /// Positions that one thread computes. What is not known is asked for all parts together.
  private static final class Part {
    private final int from;
    private final int to;

    /// Counted from the first position.
    private final BitSet unknown = new BitSet();

    private @Nullable ColumnBuilder values;
    private @Nullable ColumnData column;

    Part(int from, int to) {
      this.from = from;
      this.to = to;
    }

    void compute(Kernel kernel, ValueType type, ValueType elements, MemoryArea memory) {
      ColumnBuilder into = ColumnBuilder.of(type, elements, to - from);
      kernel.run(from, to, into, unknown);
      if (unknown.isEmpty()) {
        column = into.build(memory);
      } else {
        values = into;
      }
    }

    IntStream unknown() {
      return unknown.stream().map(index -> from + index);
    }

    void settle(int position, @Nullable Object value) {
      if (values != null) {
        values.settle(position - from, value);
      }
    }

    ColumnData column(MemoryArea memory) {
      ColumnData done = column;
      return done != null ? done : Objects.requireNonNull(values).build(memory);
    }
  }

  private ColumnData compute(Expr expr) {
    if (expr instanceof Expr.Member(Expr struct, int part, _, _)) {
      ColumnData whole =
          struct instanceof Expr.Field(_, int column, _, _) ? column(column) : compute(struct);
      return ((StructColumn) whole).part(part);
    }
    Kernel kernel = Generated.kernel(expr, side, this);
    ValueType elements = Elements.of(expr, this);
    List<Part> parts = new ArrayList<>();
    for (long from = 0; from == 0 || from < base.count(); from += PART) {
      int to = (int) Math.min(base.count(), from + PART);
      parts.add(new Part((int) from, to));
    }
    try (MemoryArea scratch = execution.area()) {
      execution
          .workers()
          .each(
              parts.size(),
              i -> {
                execution.check();
                parts.get(i).compute(kernel, expr.type(), elements, scratch);
              });
      int[] unknown = parts.stream().flatMapToInt(Part::unknown).toArray();
      if (unknown.length > 0) {
        resolver.resolve(
            side,
            expr,
            unknown,
            (position, value) -> parts.get(position / PART).settle(position, value));
      }
      return Concatenation.of(parts.stream().map(part -> part.column(scratch)).toList(), memory);
    }
  }
}
