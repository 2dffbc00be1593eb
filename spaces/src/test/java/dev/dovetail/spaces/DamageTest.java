package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.catalog.Catalog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/// Whatever happens to the files, the answer is a message that names them, never a wrong row.
class DamageTest extends StoreTest {
  @Test
  void aFlippedByteAnywhereIsFoundAndNamed() throws IOException {
    put("news", REPLACE, 1, "a", 2, "b");
    put("other", REPLACE, 1, "fine");
    SpaceVersion version = store.require("news");
    Path segment = segmentOf("news");
    byte[] whole = Files.readAllBytes(segment);
    for (int at = 0; at < whole.length; at += 7) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      Files.write(segment, damaged);
      refused(ErrorCode.E207, () -> rows(version))
          .hasMessageContaining("news")
          .hasMessageContaining("version 1")
          .hasMessageContaining(segment.toString());
    }
    Files.write(segment, whole);
    assertThat(rows(version)).hasSize(2);
    assertThat(rows("other")).hasSize(1);
  }

  @Test
  void aTruncatedOrMissingSegmentIsNamed() throws IOException {
    put("news", REPLACE, 1, "a", 2, "b");
    SpaceVersion version = store.require("news");
    Path segment = segmentOf("news");
    assertThat(rows(version)).hasSize(2);
    byte[] whole = Files.readAllBytes(segment);
    for (int length : new int[] {0, 1, 8, whole.length / 2, whole.length - 1}) {
      Files.write(segment, java.util.Arrays.copyOf(whole, length));
      refused(ErrorCode.E207, () -> rows(version)).hasMessageContaining(segment.toString());
    }
    Files.delete(segment);
    refused(ErrorCode.E207, () -> rows(version))
        .hasMessageContaining(segment.toString())
        .hasMessageContaining("missing");
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve("catalog.db"), "this is not a database ".repeat(100));
    refused(ErrorCode.E207, () -> store.list()).hasMessageContaining("catalog.db");
    refused(ErrorCode.E207, () -> put("a", REPLACE, 1, "a"));
  }

  @Test
  void aDamagedCatalogIsRefused() throws IOException {
    put("news", REPLACE, 1, "a");
    store.close();
    try (RandomAccessFile catalog =
        new RandomAccessFile(home.resolve("catalog.db").toFile(), "rw")) {
      byte[] rubbish = new byte[(int) catalog.length() - 100];
      java.util.Arrays.fill(rubbish, (byte) 0x5a);
      catalog.seek(100);
      catalog.write(rubbish);
    }
    store = SpaceStore.open(home, allocator);
    refused(ErrorCode.E207, () -> store.list()).hasMessageContaining("catalog.db");
  }

  @Test
  void aLostOrEmptiedCatalogIsNotTakenForANewOne() throws IOException {
    put("news", REPLACE, 1, "a");
    store.close();
    Path catalog = home.resolve("catalog.db");
    byte[] whole = Files.readAllBytes(catalog);
    Files.write(catalog, new byte[0]);
    store = SpaceStore.open(home, allocator);
    refused(ErrorCode.E207, () -> store.list());
    refused(ErrorCode.E207, () -> store.collectGarbage());
    refused(ErrorCode.E207, () -> put("news", REPLACE, 1, "b"));
    store.close();
    Files.delete(catalog);
    store = SpaceStore.open(home, allocator);
    refused(ErrorCode.E207, () -> store.list());
    refused(ErrorCode.E207, () -> store.collectGarbage());
    store.close();
    Files.write(catalog, whole);
    store = SpaceStore.open(home, allocator);
    assertThat(rows("news")).isEqualTo(people(1, "a"));
  }

  @Test
  void aCatalogOfANewerVersionOrAnotherProgramIsRefused() {
    store.transact(
        catalog -> {
          try (Statement statement = catalog.createStatement()) {
            statement.execute("PRAGMA user_version = 1000");
          }
        });
    store.close();
    store = SpaceStore.open(home, allocator);
    refused(ErrorCode.E209, () -> store.list()).hasMessageContaining("newer");
    refused(ErrorCode.E209, () -> put("a", REPLACE, 1, "a"));
  }

  @Test
  void aDatabaseOfAnotherProgramIsRefusedAndLeftAlone() throws Exception {
    Files.createDirectories(home);
    Path catalog = home.resolve("catalog.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + catalog);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE other (x INTEGER)");
    }
    refused(ErrorCode.E207, () -> store.list()).hasMessageContaining("not a catalog");
    refused(ErrorCode.E207, () -> put("a", REPLACE, 1, "a"));
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + catalog);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO other VALUES (1)");
      statement.execute("PRAGMA user_version = " + Catalog.SCHEMA_VERSION);
    }
    refused(ErrorCode.E207, () -> store.list()).hasMessageContaining("another program");
  }

  @Test
  void aHomeThatIsAFileIsRefused() throws IOException {
    Files.writeString(home, "a file");
    refused(ErrorCode.E201, () -> put("a", REPLACE, 1, "a")).hasMessageContaining(home.toString());
  }

  private Path segmentOf(String space) {
    String file =
        store.query(
            CatalogQuery.of(
                "",
                catalog -> {
                  try (var select =
                      catalog.prepareStatement(
                          "SELECT file FROM segment JOIN space ON id = space_id WHERE name = ?")) {
                    select.setString(1, space);
                    try (var row = select.executeQuery()) {
                      return row.getString(1);
                    }
                  }
                }));
    return home.toAbsolutePath().resolve("segments").resolve(file);
  }
}
