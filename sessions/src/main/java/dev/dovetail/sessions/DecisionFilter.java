package dev.dovetail.sessions;

import java.util.List;
import java.util.Optional;

/// Which decisions to list. A key is given as text, one text for each key column: `7`, `eu`,
/// `2024-02-29`; `None` is NULL.
///
/// @param x only this X key
/// @param y only this Y key
public record DecisionFilter(Optional<List<String>> x, Optional<List<String>> y) {
  public static final DecisionFilter ALL = new DecisionFilter(Optional.empty(), Optional.empty());

  public DecisionFilter {
    x = x.map(List::copyOf);
    y = y.map(List::copyOf);
  }

  public static DecisionFilter ofX(String... key) {
    return new DecisionFilter(Optional.of(List.of(key)), Optional.empty());
  }

  public static DecisionFilter ofY(String... key) {
    return new DecisionFilter(Optional.empty(), Optional.of(List.of(key)));
  }

  boolean keepsAll() {
    return x.isEmpty() && y.isEmpty();
  }
}
