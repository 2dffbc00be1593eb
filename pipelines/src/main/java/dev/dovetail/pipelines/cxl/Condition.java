package dev.dovetail.pipelines.cxl;

/// A condition, bound.
///
/// @param slots how many slots an evaluation needs
public record Condition(Term term, int slots) {}
