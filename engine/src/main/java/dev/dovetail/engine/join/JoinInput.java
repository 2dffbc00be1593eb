package dev.dovetail.engine.join;

import dev.dovetail.engine.plan.JoinPlan;

/// One Y input of a join: its rows, the condition between X and it, and who decides what compiled
/// code cannot.
///
/// @param judge asked only if pairs are left to it; belongs to the caller
public record JoinInput(KeyedRows rows, JoinPlan plan, PairJudge judge) {}
