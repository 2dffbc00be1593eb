package dev.dovetail.spaces.catalog;

import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteDataSource;

/// The only class that names Flyway, so that a catalog that is up to date never loads it.
final class Migrations {
  private Migrations() {}

  /// Brings a catalog up to date.
  ///
  /// @throws SQLException what the database refused
  /// @throws IllegalStateException if the database is not one that the migrations made
  static void apply(SQLiteDataSource catalog) throws SQLException {
    try {
      Flyway.configure(Migrations.class.getClassLoader())
          .loggers("slf4j")
          .dataSource(catalog)
          .locations("classpath:dev/dovetail/catalog")
          .load()
          .migrate();
    } catch (FlywayException failure) {
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof SQLException sql && sql.getErrorCode() != 0) {
          throw sql;
        }
      }
      throw new IllegalStateException(failure);
    }
  }
}
