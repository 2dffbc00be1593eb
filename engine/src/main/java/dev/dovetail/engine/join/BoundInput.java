package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.decide.Symmetry;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.plan.Choice;
import dev.dovetail.engine.plan.Choice.How;
import dev.dovetail.engine.plan.Choice.Source;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.Planner;
import dev.dovetail.engine.plan.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One Y input with everything settled but its index: the choice and the typed tests.
final class BoundInput {
  final JoinInput input;
  final Choice choice;

  /// Keeps pairs inside the gate; null if candidates are inside by construction.
  final @Nullable PairTest filter;

  /// Whether a pair is inside the gate; null if there is no gate.
  final @Nullable PairTest gate;

  /// Tests of the compiled conjuncts, all of them, in order.
  final PairTest[] allTests;

  /// Pairs that pass all tests go to the judge.
  final boolean endsInJudge;

  /// The condition over columns that are computed once per position.
  final LoweredInput lowered;

  /// X is joined with itself, and what holds for a pair holds for the pair turned round.
  final boolean symmetric;

  BoundInput(KeyedRows x, JoinInput input, Optional<String> forced) {
    this.input = input;
    this.lowered = LoweredInput.of(x, input);
    this.choice = new Planner(lowered.plan(), lowered.x(), lowered.y()).choose(forced);
    this.gate =
        input
            .plan()
            .gate()
            .map(declared -> new GateTests(input.plan(), x, input.rows()).test(declared))
            .orElse(null);
    this.filter =
        choice.source() == Source.GATE && choice.strategy() == Strategy.HASH ? null : gate;
    boolean judgeAll = choice.strategy() == Strategy.JUDGE;
    PairTests compiler = new PairTests(lowered.x(), lowered.y());
    List<PairTest> all = new ArrayList<>();
    boolean opaque = judgeAll;
    for (Conjunct conjunct : judgeAll ? List.<Conjunct>of() : lowered.plan().conjuncts()) {
      switch (conjunct) {
        case Conjunct.Compiled(var expr, _) -> all.add(compiler.condition(expr));
        case Conjunct.Opaque _ -> opaque = true;
      }
    }
    this.allTests = all.toArray(PairTest[]::new);
    this.endsInJudge = opaque;
    this.symmetric = x == input.rows() && endsInTests() && isDecided() && isSymmetric();
  }

  /// Whether compiled tests decide all candidates.
  private boolean isDecided() {
    return choice.screen().isClosed()
        && choice.conjuncts().stream().noneMatch(step -> step.how() == How.GUARDED);
  }

  private boolean isSymmetric() {
    List<Expr> conjuncts = new ArrayList<>();
    for (Conjunct conjunct : input.plan().conjuncts()) {
      if (!(conjunct instanceof Conjunct.Compiled(Expr expr, _))) {
        return false;
      }
      conjuncts.add(expr);
    }
    return Symmetry.isSymmetric(conjuncts);
  }

  /// Whether some test is more than a comparison of fields.
  boolean isComputed() {
    return lowered.plan().conjuncts().stream()
        .anyMatch(
            conjunct ->
                conjunct instanceof Conjunct.Compiled(Expr expr, _) && !PairTests.isPlain(expr));
  }

  /// Whether candidates need nothing more to be matches, but for those tests.
  boolean endsInTests() {
    return !endsInJudge && filter == null;
  }
}
