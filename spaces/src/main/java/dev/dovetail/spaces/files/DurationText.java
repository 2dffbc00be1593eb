package dev.dovetail.spaces.files;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Durations as ISO 8601 text (`PT1H30M`, `P2DT0.5S`, `-PT1S`), exact in every unit.
final class DurationText {
  private DurationText() {}

  static @Nullable Duration parse(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException _) {
      return null;
    }
  }

  /// The duration in a unit, or null if it is not a whole number of them within 64 bits.
  static @Nullable Long count(Duration duration, TimeUnit unit) {
    BigInteger nanos =
        BigInteger.valueOf(duration.getSeconds())
            .multiply(BigInteger.valueOf(1_000_000_000L))
            .add(BigInteger.valueOf(duration.getNano()));
    BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(nanosIn(unit)));
    return parts[1].signum() == 0 && parts[0].bitLength() < 64 ? parts[0].longValue() : null;
  }

  /// The text of a count of units. Seconds beyond what [Duration] prints with hours stay exact, as
  /// it holds 64 bits of them.
  static String print(long count, TimeUnit unit) {
    return Duration.of(count, chrono(unit)).toString();
  }

  private static ChronoUnit chrono(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> ChronoUnit.SECONDS;
      case MILLISECOND -> ChronoUnit.MILLIS;
      case MICROSECOND -> ChronoUnit.MICROS;
      case NANOSECOND -> ChronoUnit.NANOS;
    };
  }

  private static long nanosIn(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1_000_000_000L;
      case MILLISECOND -> 1_000_000L;
      case MICROSECOND -> 1000L;
      case NANOSECOND -> 1L;
    };
  }
}
