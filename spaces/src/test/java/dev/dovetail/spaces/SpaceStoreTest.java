package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.APPEND;
import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.errors.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names, versions, history, commits over several Spaces.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class SpaceStoreTest extends StoreTest {
  @Test
  void aHomeThatDoesNotExistIsEmptyAndStaysAbsent() {
    assertThat(store.list()).isEmpty();
    assertThat(store.find("news")).isEmpty();
    assertThat(store.history("news")).isEmpty();
    assertThat(store.query(CatalogQuery.of("none", _ -> "some"))).isEqualTo("none");
    store.collectGarbage();
    try (Commit _ = store.begin()) {
      // Nothing put.
    }
    assertThat(home).doesNotExist();
  }

  @Test
  void putRowsComeBackInOrder() {
    SpaceVersion version = put("news", REPLACE, 3, "c", 1, null, 2, "ü");
    assertThat(version.version()).isEqualTo(1);
    assertThat(version.rowCount()).isEqualTo(3);
    assertThat(version.primaryKey()).containsExactly("id");
    assertThat(version.schema()).isEqualTo(PEOPLE);
    assertThat(version.bytes()).isPositive();
    assertThat(version.operation()).isEqualTo("put");
    assertThat(rows("news")).isEqualTo(people(3, "c", 1, null, 2, "ü"));
    assertThat(store.list()).containsExactly(version);
  }

  @Test
  void namespacesSeeNothingOfEachOther() {
    SpaceStore parent = store;
    try (SpaceStore team = parent.namespace("team-1");
        SpaceStore again = parent.namespace("team-1");
        SpaceStore other = parent.namespace("other")) {
      assertThat(team.list()).isEmpty();
      assertThat(team.home()).isEqualTo(parent.home().resolve("namespaces").resolve("team-1"));
      put("news", REPLACE, 1, "a");
      store = team;
      put("news", REPLACE, 2, "b");
      put("news", APPEND, 3, "c");
      assertThat(again.list()).extracting(SpaceVersion::version).containsExactly(2L);
      assertThat(rows("news")).isEqualTo(people(2, "b", 3, "c"));
      assertThat(other.list()).isEmpty();
    } finally {
      store = parent;
    }
    assertThat(rows("news")).isEqualTo(people(1, "a"));
    assertThat(store.list()).hasSize(1);
  }

  @Test
  void aSpaceMayHaveNoRows() {
    put("empty", REPLACE);
    assertThat(rows("empty")).isEmpty();
    put("empty", APPEND, 1, "a");
    assertThat(rows("empty")).isEqualTo(people(1, "a"));
  }

  @Test
  void everyVersionCanBeReadAfterLaterOnes() {
    SpaceVersion first = put("news", REPLACE, 1, "a");
    put("news", APPEND, 2, "b");
    put("news", REPLACE, 9, "z");
    put("news", APPEND, 8, "y");
    assertThat(rows(store.require("news", 1))).isEqualTo(people(1, "a"));
    assertThat(rows(store.require("news", 2))).isEqualTo(people(1, "a", 2, "b"));
    assertThat(rows(store.require("news", 3))).isEqualTo(people(9, "z"));
    assertThat(rows(store.require("news", 4))).isEqualTo(people(9, "z", 8, "y"));
    assertThat(rows(first)).isEqualTo(people(1, "a"));
    assertThat(store.history("news"))
        .extracting(SpaceVersion::version)
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(store.history("news"))
        .extracting(SpaceVersion::rowCount)
        .containsExactly(1L, 2L, 1L, 2L);
  }

  @Test
  void anAppendKeepsTheSegmentsThatAreThere() {
    put("news", REPLACE, 1, "a");
    List<Path> before = segments();
    put("news", APPEND, 2, "b");
    assertThat(segments()).hasSize(2).containsAll(before);
  }

  @Test
  void historySaysWhoMadeAVersionAndHow() {
    try (Commit commit = store.begin();
        BatchSink sink =
            commit.put("out", PEOPLE, List.of(), REPLACE, false, "join", "session-7")) {
      sink.finish();
      commit.commit();
    }
    assertThat(store.history("out"))
        .singleElement()
        .satisfies(
            version -> {
              assertThat(version.operation()).isEqualTo("join");
              assertThat(version.sessionId()).isEqualTo("session-7");
              assertThat(version.primaryKey()).isEmpty();
            });
  }

  @Test
  void anUnknownNameListsWhatExistsAndSuggestsTheNearest() {
    refused(ErrorCode.E210, () -> store.require("news")).hasMessageContaining("no Spaces yet");
    put("news", REPLACE, 1, "a");
    put("clicks", REPLACE, 1, "a");
    refused(ErrorCode.E210, () -> store.require("nwes"))
        .hasMessageContaining("'nwes'")
        .hasMessageContaining("Did you mean 'news'?")
        .hasMessageContaining("clicks, news");
    put("news", REPLACE, 1, "b");
    refused(ErrorCode.E210, () -> store.require("news", 3)).hasMessageContaining("1 to 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-a", ".a", "a/b", "ä", "a\n", "../x"})
  void aNameThatIsNotLegalIsRefused(String name) {
    refused(ErrorCode.E214, () -> put(name, REPLACE, 1, "a"));
    refused(ErrorCode.E214, () -> put("a".repeat(101), REPLACE, 1, "a"));
    assertThat(home).doesNotExist();
  }

  @Test
  void namesThatDifferInCaseAreTwoSpaces() {
    put("News", REPLACE, 1, "upper");
    put("news", REPLACE, 1, "lower");
    put("a".repeat(100), REPLACE, 1, "long");
    assertThat(rows("News")).isEqualTo(people(1, "upper"));
    assertThat(rows("news")).isEqualTo(people(1, "lower"));
  }

  @Test
  void spacesAreListedByTheCodePointsOfTheirNames() {
    List<String> names = List.of("a-1", "B", "a_1", "b", "a.1", "A", "a1", "Z", "a");
    names.forEach(name -> put(name, REPLACE, 1, "x"));
    assertThat(store.list())
        .extracting(SpaceVersion::name)
        .isEqualTo(names.stream().sorted().toList());
  }

  @Test
  void aHomeMayHaveAnOddPath() throws Exception {
    Path odd = folder.resolve("a?b=c %20 #d 'é;");
    home = odd;
    try (SpaceStore other = another()) {
      other.transact(_ -> {});
    }
    assertThat(odd.resolve(kind == CatalogKind.SQLITE ? "catalog.db" : "catalog.id")).exists();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(odd);
    }
  }

  @Test
  void severalSpacesChangeTogetherWithWhatRunsAlongside() {
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      stage(commit, "b", PEOPLE, List.of(), REPLACE, false, people(2, "b"));
      commit.alongside(
          catalog -> {
            try (Statement statement = catalog.createStatement()) {
              statement.execute("CREATE TABLE note (text TEXT)");
              statement.execute("INSERT INTO note SELECT count(*) FROM space_version");
            }
          });
      assertThat(store.list()).isEmpty();
      assertThat(commit.commit()).extracting(SpaceVersion::name).containsExactly("a", "b");
    }
    assertThat(store.list()).hasSize(2);
    String note =
        store.query(
            CatalogQuery.of(
                "",
                catalog -> {
                  try (Statement statement = catalog.createStatement();
                      ResultSet row = statement.executeQuery("SELECT text FROM note")) {
                    row.next();
                    return row.getString(1);
                  }
                }));
    assertThat(note).isEqualTo("2");
  }

  @Test
  void whatFailsAlongsideUndoesEverySpace() {
    put("a", REPLACE, 1, "old");
    List<Path> before = segments();
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "new"));
      stage(commit, "b", PEOPLE, List.of(), REPLACE, false, people(2, "b"));
      commit.alongside(
          catalog -> {
            try (Statement statement = catalog.createStatement()) {
              statement.execute("CREATE TABLE note (text TEXT)");
            }
            throw new IllegalStateException("on purpose");
          });
      assertThatThrownBy(commit::commit).hasMessage("on purpose");
    }
    assertThat(rows("a")).isEqualTo(people(1, "old"));
    assertThat(store.find("b")).isEmpty();
    assertThat(segments()).isEqualTo(before);
    store.transact(
        catalog -> {
          try (Statement statement = catalog.createStatement()) {
            statement.execute("CREATE TABLE note (text TEXT)");
          }
        });
  }

  @Test
  void withoutCommitNothingIsLeft() {
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      assertThat(segments()).hasSize(1);
    }
    assertThat(segments()).isEmpty();
    assertNoWriters();
    assertThat(store.list()).isEmpty();
  }

  @Test
  void anUnfinishedPutStopsTheCommit() {
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      try (BatchSink sink = commit.put("b", PEOPLE, List.of(), REPLACE, false, "put", null);
          VectorSchemaRoot batch = Rows.batch(allocator, PEOPLE, people(1, "a"))) {
        sink.write(batch);
      }
      assertThatThrownBy(commit::commit).isInstanceOf(IllegalStateException.class);
    }
    assertThat(store.list()).isEmpty();
    assertThat(segments()).isEmpty();
  }

  @Test
  void aBatchOfOtherColumnsIsRefusedAtOnce() {
    try (Commit commit = store.begin();
        BatchSink sink = commit.put("a", PEOPLE, List.of(), REPLACE, false, "put", null);
        VectorSchemaRoot batch =
            Rows.batch(allocator, schema("id", "int32"), List.of(Rows.row(1)))) {
      assertThatThrownBy(() -> sink.write(batch)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void keysMustBeColumnsOfSingleValues() {
    var nested = schema("id", "int64", "tags", "list<utf8>");
    refused(ErrorCode.E103, () -> put("a", PEOPLE, List.of("nid"), REPLACE, false, List.of()))
        .hasMessageContaining("'nid'")
        .hasMessageContaining("id, name");
    refused(ErrorCode.E205, () -> put("a", nested, List.of("tags"), REPLACE, false, List.of()))
        .hasMessageContaining("list<utf8>");
    refused(ErrorCode.E205, () -> put("a", PEOPLE, List.of("id", "id"), REPLACE, false, List.of()));
    refused(ErrorCode.E103, () -> put("a", PEOPLE, List.of(), REPLACE, true, List.of()));
    refused(ErrorCode.E103, () -> put("a", PEOPLE, List.of(), PutMode.UPSERT, false, List.of()));
    refused(ErrorCode.E205, () -> put("a", schema(), List.of(), REPLACE, false, List.of()));
  }

  @Test
  void rowsThatAreAddedMustFitTheSpace() {
    put("a", REPLACE, 1, "a");
    var other = schema("id", "int32", "name", "utf8");
    refused(ErrorCode.E211, () -> put("a", other, List.of(), APPEND, false, List.of()))
        .hasMessageContaining("'id'")
        .hasMessageContaining("int64")
        .hasMessageContaining("int32");
    var less = schema("id", "int64");
    refused(ErrorCode.E211, () -> put("a", less, List.of(), PutMode.UPSERT, false, List.of()))
        .hasMessageContaining("'name'");
    var more = schema("id", "int64", "name", "utf8", "age", "int8");
    refused(ErrorCode.E211, () -> put("a", more, List.of(), APPEND, false, List.of()))
        .hasMessageContaining("'age'");
    var swapped = schema("name", "utf8", "id", "int64");
    refused(ErrorCode.E211, () -> put("a", swapped, List.of(), APPEND, false, List.of()))
        .hasMessageContaining("order");
    refused(ErrorCode.E211, () -> put("a", PEOPLE, List.of("name"), APPEND, false, List.of()))
        .hasMessageContaining("primary key");
    assertThat(put("a", PEOPLE, List.of(), APPEND, false, List.of()).primaryKey())
        .containsExactly("id");
  }

  @Test
  void aDroppedSpaceIsGoneWithItsFiles() {
    SpaceVersion old = put("a", REPLACE, 1, "a");
    put("b", REPLACE, 2, "b");
    List<Path> both = segments();
    try (Table reading = store.read(old)) {
      try (Commit commit = store.begin()) {
        commit.drop("a");
        assertThat(commit.commit()).isEmpty();
      }
      if (kind == CatalogKind.POSTGRESQL) {
        // A reader on another machine may have mapped them.
        assertThat(segments()).isEqualTo(both);
      }
      letReadersEnd();
      assertThat(segments()).hasSize(both.size() - 1);
      assertThat(Rows.all(reading)).isEqualTo(people(1, "a"));
    }
    assertThat(store.find("a")).isEmpty();
    refused(ErrorCode.E210, () -> store.read(old)).hasMessageContaining("dropped");
    SpaceVersion made = put("a", REPLACE, 7, "new");
    assertThat(made.version()).isEqualTo(1);
    refused(ErrorCode.E210, () -> store.read(old));
    assertThat(rows("b")).isEqualTo(people(2, "b"));
    refused(
        ErrorCode.E210,
        () -> {
          try (Commit commit = store.begin()) {
            commit.drop("c");
          }
        });
  }
}
