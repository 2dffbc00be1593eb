package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.ColumnPair;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.plan.Choice;
import dev.dovetail.engine.plan.Choice.How;
import dev.dovetail.engine.plan.Choice.KeySource;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.Planner;
import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One Y input with everything settled: the choice, the typed tests, the keys.
final class BoundInput {
  final JoinInput input;
  final Choice choice;

  /// Keeps pairs inside the gate; null if candidates are inside by construction.
  final @Nullable PairTest filter;

  /// Whether a pair is inside the gate; null if there is no gate.
  final @Nullable PairTest gate;

  /// The tests of conjuncts that run on candidates, in order, and the conjuncts' indices.
  final PairTest[] tests;

  final int[] testConjuncts;

  /// Compiled conjuncts that audited pairs are tested by: all of them, in order.
  final PairTest[] allTests;

  /// Pairs that pass all tests go to the judge.
  final boolean endsInJudge;

  /// The condition over columns that are computed once per position.
  final LoweredInput lowered;

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
    this.filter = choice.source() == KeySource.GATE ? null : gate;
    boolean judgeAll = choice.strategy() == Strategy.JUDGE;
    PairTests compiler = new PairTests(lowered.x(), lowered.y());
    List<PairTest> all = new ArrayList<>();
    List<PairTest> residual = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    boolean opaque = judgeAll;
    List<Conjunct> conjuncts = lowered.plan().conjuncts();
    for (int i = 0; i < conjuncts.size() && !judgeAll; i++) {
      switch (conjuncts.get(i)) {
        case Conjunct.Compiled(var expr, _) -> {
          PairTest test = compiler.condition(expr);
          all.add(test);
          if (choice.conjuncts().get(i).how() != How.KEY) {
            residual.add(test);
            indices.add(i);
          }
        }
        case Conjunct.Opaque _ -> opaque = true;
      }
    }
    this.allTests = all.toArray(PairTest[]::new);
    this.tests = residual.toArray(PairTest[]::new);
    this.testConjuncts = indices.stream().mapToInt(Integer::intValue).toArray();
    this.endsInJudge = opaque;
  }

  JoinTactic tactic(long memoryBytes, RunControl control) {
    KeyedRows y = input.rows();
    return switch (choice.strategy()) {
      case NESTED_LOOP, JUDGE -> new NestedLoopTactic(y.count());
      case HASH -> {
        long bytes = HashTactic.bytes(y.count());
        if (bytes > memoryBytes) {
          throw new DovetailException(
              ErrorCode.E403,
              "the table over the "
                  + y.count()
                  + " keys of '"
                  + y.space()
                  + "' takes "
                  + bytes
                  + " bytes, more than the budget of "
                  + memoryBytes,
              "",
              "Give the run more with --memory.");
        }
        yield HashTactic.build(keys(), within(), y.count(), control);
      }
    };
  }

  private KeyPairs keys() {
    return new KeyPairs(
        choice.keys().stream()
            .map(key -> ColumnPair.of(lowered.x().column(key.x()), lowered.y().column(key.y())))
            .toList());
  }

  private KeyPairs within() {
    return new KeyPairs(
        choice.keys().stream()
            .map(key -> lowered.y().column(key.y()))
            .map(column -> ColumnPair.of(column, column))
            .toList());
  }
}
