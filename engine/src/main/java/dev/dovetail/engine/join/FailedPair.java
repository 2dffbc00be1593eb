package dev.dovetail.engine.join;

/// A pair whose condition failed, in a join that goes on.
public record FailedPair(int x, int y, PairError error) {}
