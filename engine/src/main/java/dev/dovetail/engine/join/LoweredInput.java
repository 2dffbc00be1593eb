package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.Derivation;
import dev.dovetail.engine.decide.DerivedColumns;
import dev.dovetail.engine.decide.ExprText;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.JoinPlan;
import java.util.ArrayList;
import java.util.List;

/// One Y input whose condition reads computed columns where its author wrote a computation.
record LoweredInput(
    JoinPlan plan, DerivedColumns x, DerivedColumns y, List<String> xNames, List<String> yNames) {

  static LoweredInput of(KeyedRows x, JoinInput input) {
    DerivedColumns xs = x.derived(Side.X, input.resolver());
    DerivedColumns ys = input.rows().derived(Side.Y, input.resolver());
    Derivation derivation = new Derivation(xs, ys);
    JoinPlan plan = input.plan();
    List<Conjunct> conjuncts =
        plan.conjuncts().stream().map(conjunct -> lower(conjunct, derivation)).toList();
    return new LoweredInput(
        new JoinPlan(plan.x(), plan.y(), conjuncts, plan.gate(), plan.latestBy()),
        xs,
        ys,
        names(x.columnNames(), xs),
        names(input.rows().columnNames(), ys));
  }

  private static Conjunct lower(Conjunct conjunct, Derivation derivation) {
    return switch (conjunct) {
      case Conjunct.Compiled(Expr expr, String source) ->
          new Conjunct.Compiled(derivation.lower(expr), source);
      case Conjunct.Opaque opaque -> opaque;
    };
  }

  private static List<String> names(List<String> base, DerivedColumns columns) {
    List<String> names = new ArrayList<>(base);
    for (int i = base.size(); i < columns.columns(); i++) {
      names.add(ExprText.of(columns.expression(i)));
    }
    return names;
  }
}
