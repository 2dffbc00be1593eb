package dev.dovetail.spaces;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/// What the two databases of a catalog spell in two ways. All other SQL is what both understand.
public enum SqlDialect {
  SQLITE(""),
  POSTGRESQL(" FOR UPDATE SKIP LOCKED");

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final String skipLocked;

  SqlDialect(String skipLocked) {
    this.skipLocked = skipLocked;
  }

  /// The end of a `SELECT` whose rows this transaction will change, and which leaves out the ones
  /// that another transaction has locked. Nothing on SQLite, where one transaction writes at a
  /// time.
  public String skipLocked() {
    return skipLocked;
  }

  /// The time by a clock that is one for all who share the catalog, to the microsecond: that of the
  /// machine, or that of the database server.
  public Instant now(Connection catalog) throws SQLException {
    return switch (this) {
      case SQLITE -> Instant.now().truncatedTo(ChronoUnit.MICROS);
      case POSTGRESQL -> {
        try (PreparedStatement select = catalog.prepareStatement("SELECT clock_timestamp()");
            ResultSet row = select.executeQuery()) {
          row.next();
          yield row.getObject(1, OffsetDateTime.class).toInstant();
        }
      }
    };
  }

  /// A time as the catalog's text columns have it: ISO 8601 in UTC, always with microseconds, so
  /// that text order is time order.
  public static String text(Instant time) {
    return MICROSECONDS.format(time);
  }
}
