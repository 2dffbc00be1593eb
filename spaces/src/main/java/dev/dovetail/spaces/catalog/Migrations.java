package dev.dovetail.spaces.catalog;

import dev.dovetail.spaces.SqlDialect;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// The only class that names Flyway, so that a catalog that is up to date never loads it.
final class Migrations {
  private Migrations() {}

  /// Brings a catalog up to date.
  ///
  /// @param schema where it is, made if it is not there; empty for the one of the connections
  /// @throws SQLException what the database refused
  /// @throws IllegalStateException if the database is not one that the migrations made
  static void apply(DataSource catalog, SqlDialect dialect, Optional<String> schema)
      throws SQLException {
    String folder = "classpath:dev/dovetail/catalog/";
    try {
      Flyway.configure(Migrations.class.getClassLoader())
          .loggers("slf4j")
          .dataSource(catalog)
          .locations(folder + "common", folder + dialect.name().toLowerCase(Locale.ROOT))
          .placeholders(words(dialect))
          .schemas(schema.stream().toArray(String[]::new))
          .load()
          .migrate();
    } catch (FlywayException failure) {
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof SQLException sql && isOfTheDatabase(sql)) {
          throw sql;
        }
      }
      throw new IllegalStateException(failure);
    }
  }

  private static boolean isOfTheDatabase(SQLException failure) {
    return failure.getErrorCode() != 0 || failure.getSQLState() != null;
  }

  private static Map<String, String> words(SqlDialect dialect) {
    return switch (dialect) {
      case SQLITE -> Map.of("text", "TEXT", "integer", "INTEGER", "strict", " STRICT");
      case POSTGRESQL -> Map.of("text", "TEXT COLLATE \"C\"", "integer", "BIGINT", "strict", "");
    };
  }
}
