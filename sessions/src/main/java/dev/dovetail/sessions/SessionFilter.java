package dev.dovetail.sessions;

import java.util.Optional;

/// Which sessions to list.
///
/// @param task only those of the task of this name
/// @param failed only those that failed, or only those that did not
/// @param before only those behind this one in the list, the latest being first; an id, or the
///   beginning of one id only
public record SessionFilter(
    Optional<String> task, Optional<Boolean> failed, Optional<String> before) {
  public static final SessionFilter ALL =
      new SessionFilter(Optional.empty(), Optional.empty(), Optional.empty());
}
