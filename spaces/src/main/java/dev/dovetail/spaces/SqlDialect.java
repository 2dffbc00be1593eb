package dev.dovetail.spaces;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// What the two databases of a catalog spell in two ways. All other SQL is what both understand.
public enum SqlDialect {
  SQLITE("strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')", ""),
  POSTGRESQL(
      "to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')",
      " FOR UPDATE SKIP LOCKED");

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final String now;
  private final String skipLocked;

  SqlDialect(String now, String skipLocked) {
    this.now = now;
    this.skipLocked = skipLocked;
  }

  /// The end of a `SELECT` whose rows this transaction will change, and which leaves out the ones
  /// that another transaction has locked. Nothing on SQLite, where one transaction writes at a
  /// time.
  public String skipLocked() {
    return skipLocked;
  }

  /// The time by the clock of the database, which is one for all machines that share it.
  public Instant now(Connection catalog) throws SQLException {
    try (PreparedStatement select = catalog.prepareStatement("SELECT " + now);
        ResultSet row = select.executeQuery()) {
      row.next();
      return Instant.parse(row.getString(1));
    }
  }

  /// A time as the catalog's text columns have it: ISO 8601 in UTC, always with microseconds, so
  /// that text order is time order.
  public static String text(Instant time) {
    return MICROSECONDS.format(time);
  }
}
