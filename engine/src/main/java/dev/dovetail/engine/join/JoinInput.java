package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.ValueResolver;
import dev.dovetail.engine.plan.JoinPlan;

/// One Y input of a join: its rows, the condition between X and it, and who decides what compiled
/// code cannot.
///
/// @param judge asked only if pairs are left to it; belongs to the caller
/// @param resolver computes the values of computed columns that compiled code leaves undecided
public record JoinInput(KeyedRows rows, JoinPlan plan, PairJudge judge, ValueResolver resolver) {
  public JoinInput(KeyedRows rows, JoinPlan plan, PairJudge judge) {
    this(rows, plan, judge, ValueResolver.NONE);
  }
}
