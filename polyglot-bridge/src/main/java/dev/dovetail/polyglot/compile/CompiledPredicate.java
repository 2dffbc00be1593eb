package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.plan.Conjunct;
import java.util.List;
import java.util.Optional;

/// A function as the engine's conditions.
///
/// @param conjuncts in the order of evaluation; compiled ones, then at most one opaque
/// @param opaqueBecause what stopped compilation, with its place; empty if all of it is compiled
public record CompiledPredicate(List<Conjunct> conjuncts, Optional<String> opaqueBecause) {
  public CompiledPredicate {
    conjuncts = List.copyOf(conjuncts);
  }

  static CompiledPredicate opaque(String source, String because) {
    return new CompiledPredicate(
        List.of(new Conjunct.Opaque(source, because)), Optional.of(because));
  }

  /// Whether the function needs an interpreter for no pair but undecided ones.
  public boolean isCompiled() {
    return opaqueBecause.isEmpty();
  }
}
