package dev.dovetail.spaces.catalog;

import org.flywaydb.core.Flyway;
import org.sqlite.SQLiteDataSource;

/// The only class that touches Flyway, so that a catalog that is up to date never loads it.
final class Migrations {
  private Migrations() {}

  static void apply(SQLiteDataSource catalog) {
    Flyway.configure(Migrations.class.getClassLoader())
        .loggers("slf4j")
        .dataSource(catalog)
        .locations("classpath:dev/dovetail/catalog")
        .load()
        .migrate();
  }
}
