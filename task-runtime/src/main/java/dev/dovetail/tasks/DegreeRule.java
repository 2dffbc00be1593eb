package dev.dovetail.tasks;

import dev.dovetail.engine.expr.Side;
import java.util.Locale;
import java.util.OptionalLong;

/// How many matches each key of one side may have. Degrees count distinct keys over the complete
/// match relation and are checked before anything is published.
///
/// @param max the most matches of one key; empty means any number
/// @param exact every key has exactly `max` matches
public record DegreeRule(Side side, OptionalLong max, boolean exact) {
  public DegreeRule {
    if (max.isPresent() && max.getAsLong() < 0) {
      throw Refusal.illegal(
          maxName(side) + " is " + max.getAsLong() + ", below zero",
          "Use 0 to allow no match at all, or leave it out to allow any number.");
    }
    if (exact && max.isEmpty()) {
      throw Refusal.illegal(
          exactName(side) + " needs a number of matches to be exact about",
          "Set " + maxName(side) + " as well.");
    }
  }

  public static DegreeRule unlimited(Side side) {
    return new DegreeRule(side, OptionalLong.empty(), false);
  }

  public static DegreeRule atMost(Side side, long max) {
    return new DegreeRule(side, OptionalLong.of(max), false);
  }

  /// `max_matches_per_x` or `max_matches_per_y`.
  public String maxName() {
    return maxName(side);
  }

  /// `exact_x` or `exact_y`.
  public String exactName() {
    return exactName(side);
  }

  /// Whether some degree could break the rule.
  public boolean isBinding() {
    return max.isPresent();
  }

  /// Whether a key with `degree` matches keeps the rule.
  public boolean allows(long degree) {
    return max.isEmpty() || (exact ? degree == max.getAsLong() : degree <= max.getAsLong());
  }

  private static String maxName(Side side) {
    return "max_matches_per_" + side.name().toLowerCase(Locale.ROOT);
  }

  private static String exactName(Side side) {
    return "exact_" + side.name().toLowerCase(Locale.ROOT);
  }
}
