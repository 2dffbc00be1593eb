package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.ValueType;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Dates, times and durations among the parameters of a function, read from the form in which
/// interpreters get them.
final class TemporalParameters {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+|null");
  private static final long MICROS_PER_SECOND = 1_000_000;

  private TemporalParameters() {}

  static Optional<Constant> of(Constant.Opaque value) {
    long[] parts =
        NUMBER
            .matcher(value.json())
            .results()
            .map(MatchResult::group)
            .filter(text -> !text.equals("null"))
            .mapToLong(Long::parseLong)
            .toArray();
    return switch (value.type()) {
      case DATE, TIME, DURATION -> Optional.of(new Constant.Temporal(value.type(), parts[0]));
      case NAIVE_TIMESTAMP -> moment(value.type(), parts, 0);
      case INSTANT -> moment(value.type(), parts, parts[8]);
      default -> Optional.empty();
    };
  }

  /// @param east seconds ahead of UTC
  private static Optional<Constant> moment(ValueType type, long[] parts, long east) {
    if (parts[7] != 0) {
      return Optional.empty(); // below the microsecond
    }
    LocalDateTime at =
        LocalDateTime.of(
            (int) parts[0],
            (int) parts[1],
            (int) parts[2],
            (int) parts[3],
            (int) parts[4],
            (int) parts[5]);
    long seconds = at.toEpochSecond(ZoneOffset.UTC) - east;
    return Optional.of(new Constant.Temporal(type, seconds * MICROS_PER_SECOND + parts[6]));
  }
}
