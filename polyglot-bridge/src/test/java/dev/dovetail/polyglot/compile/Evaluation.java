package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.decide.Derivation;
import dev.dovetail.engine.decide.DerivedColumns;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.decide.Totality;
import dev.dovetail.engine.decide.ValueResolver;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Evaluates compiled predicates over boxed rows as the engine does.
final class Evaluation implements AutoCloseable {
  private static final Execution EXECUTION =
      new Execution(new RootAllocator(), Optional.empty(), new Workers(1), RunControl.unlimited());

  private final BufferAllocator allocator = new RootAllocator();
  private final MemoryArea memory = new MemoryArea(allocator, Optional.empty());
  private final DerivedColumns x;
  private final DerivedColumns y;

  /// @param xs rows in the order of [Sides]
  Evaluation(List<List<@Nullable Object>> xs, List<List<@Nullable Object>> ys) {
    x = derived(Side.X, xs);
    y = derived(Side.Y, ys);
  }

  private DerivedColumns derived(Side side, List<List<@Nullable Object>> rows) {
    List<ColumnData> columns = new ArrayList<>();
    List<Field> fields = Sides.SCHEMA.getFields();
    for (int c = 0; c < fields.size(); c++) {
      columns.add(column(fields.get(c), rows, c));
    }
    Columns base =
        new Columns() {
          @Override
          public int count() {
            return rows.size();
          }

          @Override
          public ColumnData column(int index) {
            return columns.get(index);
          }
        };
    return new DerivedColumns(side, base, columns.size(), memory, EXECUTION, ValueResolver.NONE);
  }

  private ColumnData column(Field field, List<List<@Nullable Object>> rows, int column) {
    ValueType type = ValueType.of(field);
    boolean known = type != ValueType.STRUCT && type != ValueType.ZONED_TIMESTAMP;
    ValueType elements =
        type == ValueType.LIST ? ValueType.of(field.getChildren().getFirst()) : ValueType.NULL;
    ColumnBuilder builder = ColumnBuilder.of(known ? type : ValueType.NULL, elements, rows.size());
    for (List<@Nullable Object> row : rows) {
      builder.add(row.get(column));
    }
    return builder.build(memory);
  }

  /// The tests of the compiled conjuncts, in order; then [PairTest#UNDECIDED] for an opaque one.
  List<PairTest> tests(CompiledPredicate predicate) {
    Derivation derivation = new Derivation(x, y);
    List<PairTest> tests = new ArrayList<>();
    for (Conjunct conjunct : predicate.conjuncts()) {
      switch (conjunct) {
        case Conjunct.Compiled(var expr, _) ->
            tests.add(new PairTests(x, y).condition(derivation.lower(expr)));
        case Conjunct.Opaque _ ->
            tests.add(
                new PairTest() {
                  @Override
                  public byte test(int i, int j) {
                    return UNDECIDED;
                  }
                });
      }
    }
    return tests;
  }

  /// Whether the pairs that the compiled conjuncts leave undecided are among those that the engine
  /// expects; the text of a conjunct of which it is not so.
  Optional<String> unexpectedDoubt(CompiledPredicate predicate) {
    Derivation derivation = new Derivation(x, y);
    for (Conjunct conjunct : predicate.conjuncts()) {
      if (conjunct instanceof Conjunct.Compiled(var expr, var source)) {
        Expr lowered = derivation.lower(expr);
        PairTest test = new PairTests(x, y).condition(lowered);
        Totality.Extent extent = new Totality(x, y).of(lowered);
        for (int pair = 0; pair < x.count() * y.count(); pair++) {
          int i = pair / y.count();
          int j = pair % y.count();
          boolean expected =
              switch (extent) {
                case Totality.Extent.Total _ -> false;
                case Totality.Extent.BySide(var ofX, var ofY) -> ofX.get(i) || ofY.get(j);
                case Totality.Extent.ByPair _ -> true;
              };
          if (!expected && test.test(i, j) == PairTest.UNDECIDED) {
            return Optional.of(source + " at " + i + ", " + j + " is " + extent);
          }
        }
      }
    }
    return Optional.empty();
  }

  /// The outcome for a pair.
  static byte outcome(List<PairTest> tests, int i, int j) {
    for (PairTest test : tests) {
      byte outcome = test.test(i, j);
      if (outcome != PairTest.TRUE) {
        return outcome;
      }
    }
    return PairTest.TRUE;
  }

  @Override
  public void close() {
    memory.close();
    allocator.close();
  }
}
