package dev.dovetail.engine.join;

/// A pair that matches though the gate excludes it, so the gate is wrong.
///
/// @param yInput index of the Y input
public record GateBreach(int yInput, int x, int y) {}
