package dev.dovetail.sessions;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/// Makes session ids: the second of the start in UTC and sixteen random hexadecimal digits.
///
/// Servers that share a catalog make ids without asking each other, so nothing is remembered, and
/// chance is what keeps them apart: of a million ids of one second two are the same once in forty
/// million times.
final class SessionIds {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final SecureRandom RANDOM = new SecureRandom();

  private SessionIds() {}

  static String next(Instant startedAt) {
    return SECOND.format(startedAt) + "-" + HexFormat.of().toHexDigits(RANDOM.nextLong());
  }
}
