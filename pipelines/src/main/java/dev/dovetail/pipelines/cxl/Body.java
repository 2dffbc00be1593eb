package dev.dovetail.pipelines.cxl;

import java.util.List;

/// The statements of a body, bound.
///
/// @param slots how many slots an evaluation needs
public record Body(List<Step> steps, int slots) {
  public Body {
    steps = List.copyOf(steps);
  }

  /// One statement.
  public sealed interface Step {
    Term value();
  }

  public record Let(int slot, Term value) implements Step {}

  public record Filter(Term value) implements Step {}

  public record Emit(String name, Term value) implements Step {}

  /// The columns that go out, in order.
  public List<Emit> emits() {
    return steps.stream().filter(Emit.class::isInstance).map(Emit.class::cast).toList();
  }
}
