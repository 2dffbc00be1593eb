package dev.dovetail.engine.shape;

import java.util.OptionalLong;

/// How many matches a key of one side may have.
///
/// @param max at most so many
/// @param exact exactly `max`; needs it
public record DegreeRule(OptionalLong max, boolean exact) {
  public static final DegreeRule NONE = new DegreeRule(OptionalLong.empty(), false);

  public DegreeRule {
    if (max.isPresent() && max.getAsLong() < 0) {
      throw new IllegalArgumentException("a maximum of " + max.getAsLong() + " matches");
    }
    if (exact && max.isEmpty()) {
      throw new IllegalArgumentException("an exact number of matches needs the number");
    }
  }

  public static DegreeRule atMost(long max) {
    return new DegreeRule(OptionalLong.of(max), false);
  }

  public static DegreeRule exactly(long count) {
    return new DegreeRule(OptionalLong.of(count), true);
  }

  boolean allows(long degree) {
    return max.isEmpty() || (exact ? degree == max.getAsLong() : degree <= max.getAsLong());
  }
}
