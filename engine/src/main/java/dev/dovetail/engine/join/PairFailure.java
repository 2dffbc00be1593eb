package dev.dovetail.engine.join;

/// The first pair that failed: by X position, then Y input, then Y position.
///
/// @param yInput index of the Y input
public record PairFailure(int yInput, int x, int y, PairError error) {}
