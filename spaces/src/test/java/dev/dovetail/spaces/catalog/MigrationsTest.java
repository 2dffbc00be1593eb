package dev.dovetail.spaces.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.spaces.SqlDialect;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The migrations and the constant that spares Flyway agree.
class MigrationsTest {
  @ParameterizedTest
  @EnumSource(SqlDialect.class)
  void eachDatabaseHasEachMigrationOnce(SqlDialect dialect) throws Exception {
    List<Integer> numbers = new ArrayList<>(numbers("common"));
    numbers.addAll(numbers(dialect.name().toLowerCase(Locale.ROOT)));
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, Catalog.SCHEMA_VERSION).boxed().toList());
  }

  private static List<Integer> numbers(String folder) throws IOException, URISyntaxException {
    Path migrations = Path.of(Catalog.class.getResource("/dev/dovetail/catalog/" + folder).toURI());
    try (var files = Files.list(migrations)) {
      return files
          .map(file -> file.getFileName().toString().replaceAll("V(\\d+)__.*", "$1"))
          .map(Integer::valueOf)
          .toList();
    }
  }
}
