package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/// Where a PostgreSQL catalog is, and who uses it.
///
/// @param place host, port and database, for messages; neither user nor password
/// @param schema that the URL asks for; empty if it leaves that to the database
/// @param source opens connections
record PostgresUrl(String place, String schema, DataSource source) {
  /// Of an identifier, in bytes; PostgreSQL cuts longer ones off.
  private static final int LONGEST_NAME = 63;

  /// Seconds without an answer after which a connection counts as broken.
  private static final int ANSWER_SECONDS = 60;

  private static final int CONNECT_SECONDS = 10;

  /// @param url `jdbc:postgresql:...` with any parameter of the driver
  /// @param environment where `PGUSER` and `PGPASSWORD` count if the URL has neither
  static PostgresUrl parse(String url, Map<String, String> environment) {
    Properties given = parts(url);
    if (given == null) {
      // The URL is not repeated: it may hold a password.
      throw new DovetailException(
          ErrorCode.E221,
          "the catalog's URL is not that of a PostgreSQL database",
          "",
          "Give jdbc:postgresql://HOST:PORT/DATABASE, with the user and password in PGUSER and"
              + " PGPASSWORD, or in parameters: ?user=NAME&password=WORD.");
    }
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    String user = environment.get("PGUSER");
    if (PGProperty.USER.getOrNull(given) == null && user != null) {
      source.setUser(user);
    }
    String password = environment.get("PGPASSWORD");
    if (PGProperty.PASSWORD.getOrNull(given) == null && password != null) {
      source.setPassword(password);
    }
    if (PGProperty.CONNECT_TIMEOUT.getOrNull(given) == null) {
      source.setConnectTimeout(CONNECT_SECONDS);
    }
    if (PGProperty.SOCKET_TIMEOUT.getOrNull(given) == null) {
      source.setSocketTimeout(ANSWER_SECONDS);
    }
    if (PGProperty.TCP_KEEP_ALIVE.getOrNull(given) == null) {
      source.setTcpKeepAlive(true);
    }
    if (PGProperty.APPLICATION_NAME.getOrNull(given) == null) {
      source.setApplicationName("dovetail");
    }
    String searchPath = PGProperty.CURRENT_SCHEMA.getOrDefault(given);
    String schema = searchPath == null ? "" : searchPath.split(",", 2)[0].replace("\"", "").strip();
    return new PostgresUrl(place(given), schema, source);
  }

  /// The schema of a namespace, named after that of the URL, so that catalogs in two schemas of one
  /// database have different ones.
  String schemaOf(String namespace) {
    String name = (schema.isEmpty() ? "dovetail" : schema) + "-" + namespace;
    if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw PostgresProblems.unusable(
          place,
          "the schema of the namespace would be " + name + ", which is too long",
          "Use a shorter namespace, or a schema with a shorter name.");
    }
    return name;
  }

  private static @Nullable Properties parts(String url) {
    int parameters = url.indexOf('?');
    String address = parameters < 0 ? url : url.substring(0, parameters);
    // The driver would write a user and password before the host into its log.
    return address.startsWith("jdbc:postgresql:") && !address.contains("@")
        ? Driver.parseURL(url, null)
        : null;
  }

  private static String place(Properties given) {
    String[] hosts = String.valueOf(PGProperty.PG_HOST.getOrDefault(given)).split(",", -1);
    String[] ports = String.valueOf(PGProperty.PG_PORT.getOrDefault(given)).split(",", -1);
    StringBuilder place = new StringBuilder("postgresql://");
    for (int i = 0; i < hosts.length; i++) {
      place.append(i == 0 ? "" : ",").append(hosts[i]);
      place.append(i < ports.length ? ":" + ports[i] : "");
    }
    return place.append('/').append(PGProperty.PG_DBNAME.getOrDefault(given)).toString();
  }
}
