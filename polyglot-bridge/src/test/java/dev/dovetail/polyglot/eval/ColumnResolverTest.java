package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.RunControl;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class ColumnResolverTest {
  private static final int MANY = 20_001;

  private static ColumnBuilder odd(ValueType type, int count) {
    ColumnBuilder builder = ColumnBuilder.of(type, ValueType.NULL, count);
    for (int i = 0; i < count; i++) {
      builder.addOdd();
    }
    return builder;
  }

  @Test
  void rowsAreSettledByPythonAndOnlyThoseThatItCanAnswer() {
    Expr name = new Expr.Field(Side.X, 1, "name", ValueType.TEXT);
    Expr part = Function.TEXT_AT.of(Function.TEXT_LOWER.of(name), literal(1));
    ColumnBuilder builder = odd(ValueType.TEXT, 4);
    try (SmallRows x = SmallRows.texts("name", "ÉÀ", null, "É", "it's \\ \"Ünter\"");
        SmallRows y = SmallRows.ids(MANY);
        PythonWorkers workers = new PythonWorkers(Judging.settings());
        BufferAllocator allocator = new RootAllocator();
        MemoryArea memory = new MemoryArea(allocator, Optional.empty())) {
      new ColumnResolver(x, y, workers, RunControl.unlimited())
          .resolve(Side.X, part, new int[] {0, 1, 2, 3}, builder::settle);
      ColumnData column = builder.build(memory);
      assertThat(((BytesColumn) column).text(0)).isEqualTo("à");
      assertThat(column.isOdd(1)).as("None raises").isTrue();
      assertThat(column.isOdd(2)).as("there is no second character").isTrue();
      assertThat(((BytesColumn) column).text(3)).isEqualTo("t");
    }
  }

  @Test
  void aFewPairsStartNoInterpreter() {
    Expr lower = Function.TEXT_LOWER.of(new Expr.Field(Side.X, 1, "name", ValueType.TEXT));
    ColumnBuilder builder = odd(ValueType.TEXT, 1);
    try (SmallRows x = SmallRows.texts("name", "É");
        SmallRows y = SmallRows.ids(3);
        PythonWorkers workers = new PythonWorkers(Judging.settings())) {
      new ColumnResolver(x, y, workers, RunControl.unlimited())
          .resolve(Side.X, lower, new int[] {0}, builder::settle);
      assertThat(workers.processes()).isEmpty();
    }
  }

  private static Expr literal(long value) {
    return new Expr.Literal(
        new dev.dovetail.engine.expr.Constant.Int(java.math.BigInteger.valueOf(value)));
  }
}
