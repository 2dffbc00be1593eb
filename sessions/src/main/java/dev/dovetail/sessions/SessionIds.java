package dev.dovetail.sessions;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/// Makes session ids: the second of the start in UTC and six random hexadecimal digits, never twice
/// in a process.
final class SessionIds {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Set<String> GIVEN = new HashSet<>();

  private SessionIds() {}

  static synchronized String next(Instant startedAt) {
    String id;
    do {
      byte[] noise = new byte[3];
      RANDOM.nextBytes(noise);
      id = SECOND.format(startedAt) + "-" + HexFormat.of().formatHex(noise);
    } while (!GIVEN.add(id));
    return id;
  }
}
