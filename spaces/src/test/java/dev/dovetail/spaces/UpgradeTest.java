package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.APPEND;
import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.databases.CatalogKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A catalog of an older Dovetail is brought up to date where it is first used, and keeps its rows.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class UpgradeTest extends StoreTest {
  @Test
  void aCatalogOfTheSecondFormatGetsWhatCameAfterIt() {
    put("a", REPLACE, 1, "a");
    List.of(
            "DROP TABLE run",
            "DROP INDEX version_of_session",
            "DELETE FROM flyway_schema_history WHERE version = '3'",
            kind == CatalogKind.SQLITE
                ? "PRAGMA user_version = 2"
                : "UPDATE dovetail_catalog SET format = 2")
        .forEach(this::execute);
    store.close();
    store = another();
    assertThat(rows("a")).isEqualTo(people(1, "a"));
    assertThat(count("run")).isZero();
    put("a", APPEND, 2, "b");
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b"));
  }
}
