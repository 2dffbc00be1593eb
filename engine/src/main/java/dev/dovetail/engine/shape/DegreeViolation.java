package dev.dovetail.engine.shape;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A rule that keys of one side break.
///
/// @param violators how many keys break it
/// @param first the first of them, by arrival
public record DegreeViolation(Side side, DegreeRule rule, long violators, List<KeyDegree> first) {
  public DegreeViolation {
    first = List.copyOf(first);
  }

  /// A key and how many matches it has.
  public record KeyDegree(String space, String key, long degree) {}

  public Problem problem() {
    String role = side.name().toLowerCase(Locale.ROOT);
    String most = "max_matches_per_" + role;
    String parameter =
        (rule.exact() ? "exact_" + role + " with " : "") + most + "=" + rule.max().orElseThrow();
    String keys =
        first.stream()
            .map(key -> key.key() + " of '" + key.space() + "' has " + key.degree())
            .collect(Collectors.joining(", "));
    return new Problem(
        ErrorCode.E127,
        parameter
            + " is violated by "
            + violators
            + (violators == 1 ? " key: " : " keys: ")
            + keys
            + (violators > first.size() ? ", ..." : ""),
        "",
        "Nothing was published. Change the condition or the data, or relax "
            + (rule.exact() ? "exact_" + role + " or " : "")
            + most
            + ".");
  }
}
