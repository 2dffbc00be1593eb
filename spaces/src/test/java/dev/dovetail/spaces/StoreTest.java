package dev.dovetail.spaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/// What tests of the store share: a home, a store on it, and an allocator that must end at zero.
abstract class StoreTest {
  @TempDir Path folder;

  /// The database of the catalog, in classes that are parameterized by it.
  @Parameter CatalogKind kind = CatalogKind.SQLITE;

  Path home;
  Optional<String> catalogUrl;
  BufferAllocator allocator;
  SpaceStore store;

  @BeforeEach
  void openStore() {
    home = folder.resolve("home");
    allocator = new RootAllocator();
    catalogUrl = kind.newCatalog();
    store = another();
  }

  /// One more store of the same home and catalog.
  SpaceStore another() {
    return catalogUrl.isPresent()
        ? SpaceStore.open(home, catalogUrl.get(), allocator)
        : SpaceStore.open(home, allocator);
  }

  /// One that does not wait for long.
  SpaceStore hasty() {
    Duration patience = Duration.ofMillis(50);
    return catalogUrl.isPresent()
        ? SpaceStore.open(home, catalogUrl.get(), allocator, patience)
        : SpaceStore.open(home, allocator, patience);
  }

  /// A [StoreProgram] on the same home and catalog.
  ChildJvm child(String... deed) throws IOException {
    return ChildJvm.start(List.of(), home, catalogUrl, deed);
  }

  /// On PostgreSQL: lets the leases of all writers pass, as they do some minutes after their
  /// process was killed.
  void letLeasesPass() {
    if (kind == CatalogKind.POSTGRESQL) {
      execute("UPDATE writer SET lease_until = now() - INTERVAL '1 second'");
    }
  }

  /// On PostgreSQL: lets the day pass for which the files of dropped Spaces stay.
  void letReadersEnd() {
    if (kind == CatalogKind.POSTGRESQL) {
      execute("UPDATE dropped_segment SET dropped_at = now() - INTERVAL '25 hours'");
      store.collectGarbage();
    }
  }

  /// Runs a statement on the catalog.
  void execute(String sql) {
    store.transact(
        catalog -> {
          try (Statement statement = catalog.createStatement()) {
            statement.execute(sql);
          }
        });
  }

  /// No writer lives, and none has left anything.
  void assertNoWriters() {
    if (kind == CatalogKind.SQLITE) {
      assertThat(home.resolve("writers")).isEmptyDirectory();
    } else {
      assertThat(count("writer")).isZero();
    }
  }

  /// The rows of a table of the catalog.
  long count(String table) {
    return store.query(
        CatalogQuery.of(
            0L,
            catalog -> {
              try (Statement statement = catalog.createStatement();
                  ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
                row.next();
                return row.getLong(1);
              }
            }));
  }

  @AfterEach
  void closeStore() {
    if (store == null) {
      return; // skipped
    }
    store.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  static Schema schema(String... columns) {
    Map<String, String> types = new LinkedHashMap<>();
    for (int i = 0; i < columns.length; i += 2) {
      types.put(columns[i], columns[i + 1]);
    }
    return Types.schema(types);
  }

  static final Schema PEOPLE = schema("id", "int64", "name", "utf8");

  SpaceVersion put(String space, PutMode mode, Object... rows) {
    return put(space, PEOPLE, List.of("id"), mode, false, people(rows));
  }

  /// Rows of PEOPLE: id, name, id, name ...
  static List<List<Object>> people(Object... values) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < values.length; i += 2) {
      Object id = values[i] instanceof Integer number ? (Object) number.longValue() : values[i];
      rows.add(Rows.row(id, values[i + 1]));
    }
    return rows;
  }

  SpaceVersion put(
      String space,
      Schema schema,
      List<String> key,
      PutMode mode,
      boolean unique,
      List<List<Object>> rows) {
    try (Commit commit = store.begin()) {
      stage(commit, space, schema, key, mode, unique, rows);
      return commit.commit().getFirst();
    }
  }

  void stage(
      Commit commit,
      String space,
      Schema schema,
      List<String> key,
      PutMode mode,
      boolean unique,
      List<List<Object>> rows) {
    try (BatchSink sink = commit.put(space, schema, key, mode, unique, "put", null);
        VectorSchemaRoot batch = Rows.batch(allocator, schema, rows)) {
      sink.write(batch);
      sink.finish();
    }
  }

  List<List<Object>> rows(SpaceVersion version) {
    try (Table table = store.read(version)) {
      assertThat(table.rowCount()).isEqualTo(version.rowCount());
      return Rows.all(table);
    }
  }

  List<List<Object>> rows(String space) {
    return rows(store.require(space));
  }

  /// Files in the home's folder of segments.
  List<Path> segments() {
    Path segments = home.resolve("segments");
    if (!Files.exists(segments)) {
      return List.of();
    }
    try (var files = Files.list(segments)) {
      return files.sorted().toList();
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  static AbstractThrowableAssert<?, ?> refused(ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DovetailException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }
}
