package dev.dovetail.spaces.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The migrations and the constant that spares Flyway agree.
class MigrationsTest {
  @Test
  void theSchemaVersionIsTheNumberOfTheLastMigration() throws IOException, URISyntaxException {
    Path folder = Path.of(Catalog.class.getResource("/dev/dovetail/catalog").toURI());
    List<Path> migrations;
    try (var files = Files.list(folder)) {
      migrations = files.toList();
    }
    assertThat(migrations).hasSize(Catalog.SCHEMA_VERSION);
    for (Path migration : migrations) {
      String number = migration.getFileName().toString().replaceAll("V(\\d+)__.*", "$1");
      assertThat(Integer.parseInt(number)).isBetween(1, Catalog.SCHEMA_VERSION);
      assertThat(Files.readString(migration)).contains("PRAGMA user_version = " + number + ";");
    }
  }
}
