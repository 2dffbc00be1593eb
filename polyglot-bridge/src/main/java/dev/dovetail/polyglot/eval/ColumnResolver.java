package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.ColumnLoader;
import dev.dovetail.engine.decide.ExprText;
import dev.dovetail.engine.decide.ValueResolver;
import dev.dovetail.engine.decide.runtime.Reads;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.spaces.BatchSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Has Python compute, row by row, what compiled code leaves undecided of a computed column: the
/// lower case of a name that is not ASCII costs one row instead of all its pairs.
///
/// The expression is written back as Python and mapped over the rows. A row on which it raises, or
/// gives a value of another type, stays undecided: its pairs meet the error, if they reach it.
public final class ColumnResolver implements ValueResolver {
  private static final int ROWS_AT_ONCE = 8_192;

  /// So few pairs Python judges sooner than it computes columns.
  private static final long FEW_PAIRS = 20_000;

  private final ConditionRows x;
  private final ConditionRows y;
  private final PythonEvaluator python;
  private final RunControl control;

  public ColumnResolver(
      ConditionRows x, ConditionRows y, PythonEvaluator python, RunControl control) {
    this.x = x;
    this.y = y;
    this.python = python;
    this.control = control;
  }

  @Override
  public void resolve(Side side, Expr expr, int[] positions, Found found) {
    ConditionRows rows = side == Side.X ? x : y;
    ConditionRows others = side == Side.X ? y : x;
    Optional<String> text = ExprText.runnable(expr);
    Optional<String> type = pythonType(expr.type());
    if (text.isEmpty() || type.isEmpty() || (long) positions.length * others.count() <= FEW_PAIRS) {
      return;
    }
    String role = side == Side.X ? "x" : "y";
    FunctionSource function =
        new FunctionSource.Module(
            "value", program(role, text.get(), type.get()), "", Origin.named("<computed column>"));
    try (RowMapper mapper = python.mapper(function, Map.of(), positions.length, control);
        BufferAllocator allocator = new RootAllocator()) {
      for (int from = 0; from < positions.length; from += ROWS_AT_ONCE) {
        control.check();
        int to = Math.min(positions.length, from + ROWS_AT_ONCE);
        try (VectorSchemaRoot batch = rows.gather(positions, from, to, allocator)) {
          mapper.map(batch);
        }
      }
      try (BatchSource results = mapper.results()) {
        settle(results, expr.type(), positions, found);
      }
    } catch (DovetailException e) {
      // a row that no interpreter can hold: the judge says so where a pair needs it
      if (e.problem().code() != ErrorCode.E213) {
        throw e;
      }
    }
  }

  private static String program(String role, String expression, String type) {
    return """
        import math
        import re
        from datetime import date, datetime, timedelta
        from decimal import Decimal

        def value(%s):
            try:
                found = %s
            except Exception:
                return {"failed": True}
            if found is None:
                return {"none": True}
            if type(found) is not %s or (type(found) is int and not -(2**63) <= found < 2**63):
                return {"failed": True}
            return {"value": found}
        """
        .formatted(role, expression, type);
  }

  /// The class of values of a type, for types whose every value an interpreter gives back as it is.
  private static Optional<String> pythonType(ValueType type) {
    return switch (type) {
      case BOOL -> Optional.of("bool");
      case INTEGER -> Optional.of("int");
      case FLOAT -> Optional.of("float");
      case TEXT -> Optional.of("str");
      case DATE -> Optional.of("date");
      case DURATION -> Optional.of("timedelta");
      case NULL, DECIMAL, BINARY, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, LIST, STRUCT ->
          Optional.empty();
    };
  }

  private void settle(BatchSource results, ValueType type, int[] positions, Found found) {
    int at = 0;
    while (results.next()) {
      VectorSchemaRoot batch = results.batch();
      FieldVector none = batch.getVector("none");
      FieldVector value = batch.getVector("value");
      try (BufferAllocator allocator = new RootAllocator();
          MemoryArea memory = new MemoryArea(allocator, Optional.empty())) {
        ColumnData values =
            value == null
                ? null
                : new ColumnLoader(memory, control)
                    .load(value.getField(), List.of(value), null, batch.getRowCount());
        for (int row = 0; row < batch.getRowCount(); row++, at++) {
          if (none != null && !none.isNull(row)) {
            found.settle(positions[at], null);
          } else if (values != null
              && values.type() == type
              && !values.isNull(row)
              && !values.isOdd(row)) {
            found.settle(positions[at], Reads.boxed(values, row));
          }
        }
      }
    }
  }
}
