package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.APPEND;
import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.databases.PostgresServer;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What only a catalog on PostgreSQL has: writers side by side, leases instead of locked files, a
/// connection that can break, and a home that is tied to its database.
@ParameterizedClass
@EnumSource(value = CatalogKind.class, names = "POSTGRESQL")
class PostgresCatalogTest extends StoreTest {
  private final PostgresServer server = PostgresServer.running();

  @Test
  void commitsOfDifferentSpacesRunSideBySide() throws Exception {
    put("a", REPLACE, 1, "a");
    try (ChildJvm child = child("hold", "a");
        SpaceStore hasty = hasty();
        Commit commit = hasty.begin()) {
      child.awaitReady();
      put("b", REPLACE, 1, "b");
      assertThat(rows("a")).isEqualTo(people(1, "a"));
      stage(commit, "c", PEOPLE, List.of(), REPLACE, false, people(1, "c"));
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(2, "a"));
      refused(ErrorCode.E206, commit::commit).hasMessageContaining("postgresql://127.0.0.1:");
    }
    assertThat(store.list()).extracting(SpaceVersion::name).containsExactly("a", "b");
    assertThat(segments()).hasSize(2);
    assertNoWriters();
  }

  @Test
  void aWriterThatWasTakenForDeadPublishesNothing() {
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      letLeasesPass();
      try (SpaceStore other = another()) {
        other.collectGarbage();
      }
      assertThat(segments()).isEmpty();
      refused(ErrorCode.E206, commit::commit).hasMessageContaining("taken it for dead");
    }
    assertThat(store.list()).isEmpty();
    assertNoWriters();
    put("a", REPLACE, 1, "a");
  }

  @Test
  void aWriterThatWasOnlySlowPublishes() {
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      letLeasesPass();
      commit.commit();
    }
    store.collectGarbage();
    assertThat(rows("a")).isEqualTo(people(1, "a"));
    assertNoWriters();
  }

  @Test
  void aSweepThatWasInterruptedIsFinishedByTheNextOne() throws IOException {
    put("a", REPLACE, 1, "a");
    String name = "0".repeat(32);
    execute("INSERT INTO writer VALUES ('" + name + "', 'other', now() + INTERVAL '1 day', TRUE)");
    Path left = home.resolve("segments").resolve(name + "-0.arrow");
    Files.writeString(left, "half");
    put("a", APPEND, 2, "b");
    assertThat(left).doesNotExist();
    assertNoWriters();
  }

  @Test
  void aCommitWhoseAnswerIsLostIsDone() throws IOException {
    put("a", REPLACE, 1, "a");
    try (BrokenLink link = new BrokenLink(server.port());
        SpaceStore far = through(link);
        Commit commit = far.begin()) {
      stage(commit, "a", PEOPLE, List.of(), APPEND, false, people(2, "b"));
      link.loseAtNextCommit(BrokenLink.Loss.ANSWER);
      assertThat(commit.commit().getFirst().version()).isEqualTo(2);
    }
    store.collectGarbage();
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b"));
    assertNoWriters();
  }

  @Test
  void aCommitThatIsLostChangesNothingAndSaysSo() throws IOException {
    put("a", REPLACE, 1, "a");
    try (BrokenLink link = new BrokenLink(server.port());
        SpaceStore far = through(link);
        Commit commit = far.begin()) {
      stage(commit, "a", PEOPLE, List.of(), APPEND, false, people(2, "b"));
      link.loseAtNextCommit(BrokenLink.Loss.REQUEST);
      refused(ErrorCode.E220, commit::commit).hasMessageContaining("Nothing was changed");
    }
    assertThat(rows("a")).isEqualTo(people(1, "a"));
    assertThat(segments()).hasSize(1);
    assertNoWriters();
  }

  @Test
  void aCommitThatNobodyKnowsOfIsNeitherDeniedNorHalfDone() throws IOException {
    put("a", REPLACE, 1, "a");
    try (BrokenLink link = new BrokenLink(server.port());
        SpaceStore far = through(link);
        Commit commit = far.begin()) {
      stage(commit, "a", PEOPLE, List.of(), APPEND, false, people(2, "b"));
      link.loseAtNextCommit(BrokenLink.Loss.ANSWER_AND_LINK);
      refused(ErrorCode.E220, commit::commit)
          .hasMessageContaining("All of the change was made, or");
    }
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b"));
    store.collectGarbage();
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b"));
  }

  private SpaceStore through(BrokenLink link) {
    String url = catalogUrl.orElseThrow().replace(":" + server.port(), ":" + link.port());
    return SpaceStore.open(home, url, allocator, Duration.ofSeconds(2));
  }

  @Test
  void aDatabaseThatWasStartedAnewIsUsedAsIfNothingHadBeen() {
    put("a", REPLACE, 1, "a");
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE application_name = 'dovetail' AND pid <> pg_backend_pid()");
    put("a", APPEND, 2, "b");
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b"));
  }

  @Test
  void aDatabaseThatCannotBeUsedIsNamedAndNoPasswordShown() {
    String right = server.url("postgres");
    String password = right.substring(right.indexOf("password="));
    server.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    server.execute("CREATE ROLE reader LOGIN PASSWORD '" + PostgresServer.PASSWORD + "'");
    String reader = right.replace("user=" + PostgresServer.USER, "user=reader");
    unusable(right.replace(":" + server.port(), ":1"), "127.0.0.1:1/postgres");
    unusable(right.replace("/postgres", "/nowhere"), "/nowhere");
    unusable(right.replace(password, "password=wrong"), "authentication");
    unusable(right.replace("/postgres", "/latin"), "UTF8");
    unusable(right + "&currentSchema=nowhere", "schema");
    unusable(reader, "permission denied");
  }

  @Test
  void aRoleThatMayOnlyChangeRowsServesOnceTheTablesAreThere() {
    put("a", REPLACE, 1, "a");
    String url = catalogUrl.orElseThrow();
    String schema = url.substring(url.lastIndexOf('=') + 1);
    server.execute("CREATE ROLE writer LOGIN PASSWORD '" + PostgresServer.PASSWORD + "'");
    server.execute("GRANT USAGE ON SCHEMA " + schema + " TO writer");
    server.execute(
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema + " TO writer");
    openAndPut(url.replace("user=" + PostgresServer.USER, "user=writer"));
    assertThat(store.require("a").version()).isEqualTo(2);
  }

  private void unusable(String url, String part) {
    assertThat(whole(() -> openAndPut(url), ErrorCode.E220))
        .contains(part)
        .doesNotContain(PostgresServer.PASSWORD, "wrong", "%3A");
    assertThat(home).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "postgresql://localhost/x?password=hidden",
        "jdbc:sqlite:x?password=hidden",
        "jdbc:postgresql://me:hidden@localhost/x",
        "jdbc:postgresql://localhost:port/x?password=hidden"
      })
  void aUrlOfAnotherKindIsRefusedAndNotRepeated(String url) {
    assertThat(whole(() -> openAndPut(url), ErrorCode.E221))
        .contains("jdbc:postgresql://HOST")
        .doesNotContain("hidden");
  }

  /// All that a stack trace would show.
  private static String whole(ThrowingCallable call, ErrorCode code) {
    DovetailException refusal = catchThrowableOfType(DovetailException.class, call);
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
    StringWriter text = new StringWriter();
    refusal.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private void openAndPut(String url) {
    try (SpaceStore other = SpaceStore.open(home, url, allocator);
        Commit commit = other.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      commit.commit();
    }
  }

  @Test
  void aCatalogOfANewerVersionIsRefused() {
    put("a", REPLACE, 1, "a");
    execute("UPDATE dovetail_catalog SET format = 1000");
    try (SpaceStore other = another()) {
      refused(ErrorCode.E209, other::list).hasMessageContaining("newer");
      refused(ErrorCode.E209, () -> other.transact(_ -> {}));
    }
  }

  @Test
  void aSchemaOfAnotherProgramIsRefusedAndLeftAlone() {
    String other = server.newSchema();
    String schema = other.substring(other.lastIndexOf('=') + 1);
    server.execute("CREATE TABLE " + schema + ".theirs (x BIGINT)");
    refused(ErrorCode.E207, () -> openAndPut(other)).hasMessageContaining("not a catalog");
    server.execute("INSERT INTO " + schema + ".theirs VALUES (1)");
    assertThat(home).doesNotExist();
  }

  @Test
  void aHomeAndACatalogThatDoNotBelongTogetherAreRefused() throws IOException {
    put("a", REPLACE, 1, "a");
    List<Path> before = segments();
    // Another catalog for the home, a home of another machine for the catalog, and both at once.
    String empty = server.newSchema();
    Path elsewhere = folder.resolve("elsewhere");
    for (SpaceStore wrong :
        List.of(
            SpaceStore.open(home, empty, allocator),
            SpaceStore.open(elsewhere, catalogUrl.orElseThrow(), allocator),
            SpaceStore.open(home, allocator))) {
      try (wrong) {
        refused(ErrorCode.E207, wrong::list);
        refused(ErrorCode.E207, wrong::collectGarbage);
        refused(ErrorCode.E207, () -> wrong.transact(_ -> {}));
      }
    }
    assertThat(segments()).isEqualTo(before);
    assertThat(elsewhere).doesNotExist();
    try (SpaceStore other = SpaceStore.open(elsewhere, empty, allocator)) {
      other.transact(_ -> {});
    }
    Files.delete(home.resolve("catalog.id"));
    try (SpaceStore lost = another()) {
      refused(ErrorCode.E207, lost::list).hasMessageContaining(home.toString());
    }
    Files.copy(elsewhere.resolve("catalog.id"), home.resolve("catalog.id"));
    try (SpaceStore swapped = another()) {
      refused(ErrorCode.E207, swapped::list).hasMessageContaining("another catalog");
    }
    assertThat(Optional.of(segments())).contains(before);
  }
}
