package dev.dovetail.tasks;

import dev.dovetail.engine.shape.JoinShape;
import java.util.Optional;

/// What the output of a join looks like.
///
/// @param latestBy for [JoinShape#AS_OF] the field of Y by which the latest match is taken; it is
///   part of the primary key or the evidence
public record OutputShape(JoinShape kind, Optional<String> latestBy) {
  public static final OutputShape MATCHES = new OutputShape(JoinShape.MATCHES, Optional.empty());

  public OutputShape {
    if (kind == JoinShape.AS_OF && latestBy.isEmpty()) {
      throw Refusal.illegal(
          "shape 'as-of' does not say by which field a match is latest",
          "Name a field of Y with latest_by, such as its time.");
    }
    if (kind != JoinShape.AS_OF && latestBy.isPresent()) {
      throw Refusal.illegal(
          "latest_by is given with shape '" + kind.label() + "'",
          "Leave it out, or take shape 'as-of'.");
    }
  }
}
