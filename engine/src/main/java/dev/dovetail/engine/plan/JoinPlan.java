package dev.dovetail.engine.plan;

import dev.dovetail.engine.plan.Conjunct.Opaque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One join of X with one Y input, before an algorithm is chosen: immutable, resolved to columns.
///
/// @param x what X is called in messages (a Space or a file)
/// @param y likewise
/// @param conjuncts evaluated in order, up to the first that is false; empty means every pair
///   matches
/// @param gate pairs outside it are non-matches and never reach the conjuncts
/// @param latestBy of the matches of an X position only the one is kept that is latest by this
///   column of Y, of equal ones the one that arrived last; those without an ordered value are
///   dropped
public record JoinPlan(
    String x, String y, List<Conjunct> conjuncts, Optional<Gate> gate, OptionalInt latestBy) {
  public JoinPlan(String x, String y, List<Conjunct> conjuncts, Optional<Gate> gate) {
    this(x, y, conjuncts, gate, OptionalInt.empty());
  }

  public JoinPlan {
    conjuncts = List.copyOf(conjuncts);
    for (int i = 0; i < conjuncts.size() - 1; i++) {
      if (conjuncts.get(i) instanceof Opaque) {
        throw new IllegalArgumentException("what follows an opaque conjunct is part of it");
      }
    }
  }
}
