package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.pipelines.cxl.CxlPrinter;
import dev.dovetail.pipelines.cxl.Term;
import dev.dovetail.pipelines.lower.Lowering;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;

/// A step as a join of the engine.
final class StepPlan {
  private final List<Part> parts;
  private final Layout layout;
  private final Table x;
  private final Table y;

  StepPlan(List<Part> parts, Layout layout, Table x, Table y) {
    this.parts = parts;
    this.layout = layout;
    this.x = x;
    this.y = y;
  }

  /// The input of a join whose X are the rows of `x` and whose Y are those of `y`, each its own
  /// key.
  ///
  /// @param slots how many slots an evaluation needs
  JoinInput input(String xName, String yName, KeyedRows yRows, int slots) {
    StepJudge judge = new StepJudge(parts, slots, layout, new TableFields(x), new TableFields(y));
    return new JoinInput(yRows, new JoinPlan(xName, yName, conjuncts(), Optional.empty()), judge);
  }

  /// What cannot fail comes first, so that indexes may serve it; what is not lowered comes last.
  List<Conjunct> conjuncts() {
    Lowering lowering = new Lowering(this::field);
    List<Conjunct> certain = new ArrayList<>();
    List<Conjunct> guarded = new ArrayList<>();
    List<String> opaque = new ArrayList<>();
    for (Part part : parts) {
      String source = CxlPrinter.print(part.source());
      Optional<List<Expr>> lowered =
          part.kind() == Part.Kind.RANGE
              ? lowering.rangeParts((Term.Compare) part.term())
              : lowering.parts(part.term());
      if (lowered.isEmpty()) {
        opaque.add(source);
        continue;
      }
      List<Conjunct> target = Lowering.canFail(part.term()) ? guarded : certain;
      lowered.get().forEach(expr -> target.add(new Conjunct.Compiled(expr, source)));
    }
    List<Conjunct> all = new ArrayList<>(certain);
    all.addAll(guarded);
    if (!opaque.isEmpty()) {
      all.add(new Conjunct.Opaque(String.join(" and ", opaque), "evaluated row by row"));
    }
    return all;
  }

  private Optional<Expr.Field> field(int input, int column) {
    Layout.Column place = layout.place(input, column);
    Field field = (place.side() == Side.X ? x : y).schema().getFields().get(place.column());
    ValueType type = ValueType.of(field);
    return switch (type) {
      // compared as instants, which the engine does for zones of one offset only
      case ZONED_TIMESTAMP, LIST, STRUCT, NULL -> Optional.empty();
      case BOOL,
          INTEGER,
          FLOAT,
          DECIMAL,
          TEXT,
          BINARY,
          DATE,
          TIME,
          NAIVE_TIMESTAMP,
          INSTANT,
          DURATION ->
          Optional.of(new Expr.Field(place.side(), place.column(), field.getName(), type));
    };
  }
}
