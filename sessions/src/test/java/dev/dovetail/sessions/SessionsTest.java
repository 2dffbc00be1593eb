package dev.dovetail.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.sessions.Session.Done;
import dev.dovetail.sessions.Session.Failed;
import dev.dovetail.sessions.Session.FileInput;
import dev.dovetail.sessions.Session.FileOutput;
import dev.dovetail.sessions.Session.FunctionText;
import dev.dovetail.sessions.Session.Outcome;
import dev.dovetail.sessions.Session.Output;
import dev.dovetail.sessions.Session.SpaceInput;
import dev.dovetail.sessions.Session.SpaceOutput;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CatalogKind.class)
class SessionsTest {
  private static final List<Field> KEY =
      List.of(Types.parse("region", "utf8"), Types.parse("no", "int64"));

  private static final Schema SCHEMA = DecisionSink.schema(KEY, KEY);

  @TempDir Path home;
  @Parameter CatalogKind kind;
  private final BufferAllocator allocator = new RootAllocator();
  private SpaceStore store;
  private Sessions sessions;

  @BeforeEach
  void open() {
    store =
        kind.newCatalog()
            .map(url -> SpaceStore.open(home, url, allocator))
            .orElseGet(() -> SpaceStore.open(home, allocator));
    sessions = new Sessions(store);
  }

  @AfterEach
  void everyBufferIsGivenBack() {
    if (store != null) {
      store.close();
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  @Test
  void homeWithoutRunsHasNoSessionsAndStaysEmpty() throws IOException {
    assertThat(sessions.list(10)).isEmpty();
    assertThatThrownBy(() -> sessions.require("2026"))
        .hasMessageContainingAll("E405", "'2026'", "Nothing has run");
    try (var files = Files.list(home)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void sessionReadsBackAsItWasRecorded() {
    Session done =
        session("20261130-101530-a1b2c3", 0, new Done(), Optional.of(new FileOutput("out.jsonl")));
    Session failed =
        session(
            "20261130-101531-a1b2c3",
            1,
            new Failed("E120", "E120: f raised", "  File \"<f>\", line 1\n"),
            Optional.empty());
    store.transact(sessions.recording(done));
    store.transact(sessions.recording(failed));

    assertThat(sessions.require(done.id())).isEqualTo(done);
    assertThat(sessions.require(failed.id())).isEqualTo(failed);
    assertThat(sessions.list(10))
        .extracting(SessionSummary::id, SessionSummary::outcome)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(failed.id(), "failed"),
            org.assertj.core.groups.Tuple.tuple(done.id(), "done"));
    assertThat(sessions.list(1)).hasSize(1);
    assertThat(SessionJson.node(failed).path("error").path("code").asText()).isEqualTo("E120");
  }

  @Test
  void sessionsAreFilteredAndPaged() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) { // two of each second
      ids.add("20261130-10153%d-%016x".formatted(i / 2, i));
      Outcome outcome = i % 3 == 0 ? new Failed("E120", "E120: f raised", "") : new Done();
      store.transact(sessions.recording(session(ids.getLast(), i / 2, outcome, Optional.empty())));
    }
    List<String> latestFirst = ids.reversed();
    List<String> paged = new ArrayList<>();
    Optional<String> before = Optional.empty();
    do {
      List<SessionSummary> page =
          sessions.list(
              new SessionFilter(Optional.of("clicks to news"), Optional.empty(), before), 2);
      page.forEach(session -> paged.add(session.id()));
      before = page.stream().map(SessionSummary::id).reduce((_, last) -> last);
    } while (before.isPresent());
    assertThat(paged).isEqualTo(latestFirst);

    assertThat(listed(Optional.empty(), Optional.of(true)))
        .containsExactly(ids.get(6), ids.get(3), ids.get(0));
    assertThat(listed(Optional.empty(), Optional.of(false))).hasSize(4);
    assertThat(listed(Optional.of("other"), Optional.empty())).isEmpty();
    SessionFilter behindNone =
        new SessionFilter(Optional.empty(), Optional.empty(), Optional.of("x"));
    assertThatThrownBy(() -> sessions.list(behindNone, 2)).hasMessageContainingAll("E405", "'x'");
  }

  private List<String> listed(Optional<String> task, Optional<Boolean> failed) {
    return sessions.list(new SessionFilter(task, failed, Optional.empty()), 10).stream()
        .map(SessionSummary::id)
        .toList();
  }

  @Test
  void theOneCharacterThatADatabaseRefusesIsShownAsItsPicture() {
    Failed failed = new Failed("E120", "E120: f raised 'a\0b'", "  \0\n");
    store.transact(
        sessions.recording(session("20261130-101531-a1b2c3", 1, failed, Optional.empty())));
    assertThat(sessions.require("20261130-101531-a1b2c3").outcome())
        .isEqualTo(new Failed("E120", "E120: f raised 'a\u2400b'", "  \u2400\n"));
  }

  @Test
  void uniquePrefixFindsItsSessionAndOthersAreNamed() {
    store.transact(sessions.recording(session("20261130-101530-a1b2c3", 0)));
    store.transact(sessions.recording(session("20261130-101531-a1b2c3", 1)));

    assertThat(sessions.require("20261130-101531").id()).isEqualTo("20261130-101531-a1b2c3");
    assertThatThrownBy(() -> sessions.require("20261130-10153"))
        .hasMessageContainingAll("E405", "20261130-101530-a1b2c3", "20261130-101531-a1b2c3");
    assertThatThrownBy(() -> sessions.require("20261130-101530-a1b2c4"))
        .hasMessageContainingAll("E405", "Did you mean '20261130-101530-a1b2c3'?");
    assertThatThrownBy(() -> sessions.require("%")).hasMessageContaining("E405");
    assertThatThrownBy(() -> sessions.require("")).hasMessageContaining("E405");
  }

  @Test
  void outputVersionIsTheOneThatTheCommitMade() {
    putTwice("resolved");
    Session session =
        session(
            sessions.newId(Instant.now()),
            0,
            new Done(),
            Optional.of(new SpaceOutput("resolved", 0)));
    try (Commit commit = store.begin()) {
      put(commit, "resolved", session.id());
      commit.alongside(sessions.recording(session));
      commit.commit();
    }
    assertThat(sessions.require(session.id()).output()).contains(new SpaceOutput("resolved", 3));
  }

  @Test
  void commitThatFailsLeavesNeitherSessionNorVersion() {
    Session session = session(sessions.newId(Instant.now()), 0);
    store.transact(sessions.recording(session));
    try (Commit commit = store.begin()) {
      put(commit, "resolved", session.id());
      commit.alongside(sessions.recording(session)); // the same id again
      assertThatThrownBy(commit::commit).isInstanceOf(RuntimeException.class);
    }
    assertThat(store.find("resolved")).isEmpty();
    assertThat(sessions.list(10)).hasSize(1);
  }

  @Test
  void decisionsAreListedByKeyWithoutRerunning() {
    Session session = withDecisions(session(sessions.newId(Instant.now()), 0));
    try (DecisionSink sink = sessions.newDecisions(session.id(), SCHEMA, allocator);
        VectorSchemaRoot first =
            rows("eu", 1, "eu", 7, "news", "eu", 1, null, 8, "news", "us", 2, "us", 9, "news");
        VectorSchemaRoot second = rows("eu", 2, null, null, null)) {
      sink.write(first);
      sink.write(second);
      assertThat(sink.finish()).isPositive();
      store.transact(sessions.recording(session));
      sink.keep();
    }
    assertThat(decisions(session.id(), DecisionFilter.ALL))
        .containsExactly(
            "eu 1 -> eu 7 news",
            "eu 1 -> null 8 news",
            "us 2 -> us 9 news",
            "eu 2 -> null null null");
    assertThat(decisions(session.id(), DecisionFilter.ofX("eu", "1")))
        .containsExactly("eu 1 -> eu 7 news", "eu 1 -> null 8 news");
    assertThat(decisions(session.id(), DecisionFilter.ofY("None", "8")))
        .containsExactly("eu 1 -> null 8 news");
    assertThat(decisions(session.id(), DecisionFilter.ofX("eu", "2")))
        .containsExactly("eu 2 -> null null null");
    assertThatThrownBy(() -> decisions(session.id(), DecisionFilter.ofX("eu")))
        .hasMessageContaining("E101")
        .hasMessageContaining("2 columns");
  }

  @Test
  void decisionsOfARunThatDidNotEndAreRemoved() {
    String id = sessions.newId(Instant.now());
    try (DecisionSink sink = sessions.newDecisions(id, SCHEMA, allocator);
        VectorSchemaRoot rows = rows("eu", 2, null, null, null)) {
      sink.write(rows);
      sink.finish();
    }
    assertThat(home.resolve("decisions")).isDirectoryNotContaining("glob:**.arrow");
  }

  @Test
  void theNextRunRemovesTheFilesOfKilledRunsAndOthersStay() throws IOException {
    Path folder = home.resolve("decisions");
    Path writers = Files.createDirectories(folder.resolve("writers"));
    Session known = withDecisions(session(sessions.newId(Instant.now()), 0));
    store.transact(sessions.recording(known));
    String killed = sessions.newId(Instant.now());
    // The second one was killed after its commit, and before it could end.
    for (String id : List.of(killed, known.id())) {
      Files.createFile(folder.resolve(id + ".arrow"));
      Files.createFile(writers.resolve(id + ".lock"));
    }
    String living = sessions.newId(Instant.now());
    try (DecisionSink _ = sessions.newDecisions(living, SCHEMA, allocator)) {
      if (kind == CatalogKind.POSTGRESQL) {
        // Another machine may write to it, and its lock may not be seen here.
        sessions.newDecisions(sessions.newId(Instant.now()), SCHEMA, allocator).close();
        assertThat(folder.resolve(killed + ".arrow")).exists();
        FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
        for (String id : List.of(killed, known.id())) {
          Files.setLastModifiedTime(folder.resolve(id + ".arrow"), longAgo);
          Files.setLastModifiedTime(writers.resolve(id + ".lock"), longAgo);
        }
      }
      sessions.newDecisions(sessions.newId(Instant.now()), SCHEMA, allocator).close();
      assertThat(folder.resolve(killed + ".arrow")).doesNotExist();
      assertThat(folder.resolve(known.id() + ".arrow")).exists();
      assertThat(folder.resolve(living + ".arrow")).exists();
      assertThat(writers).isDirectoryContaining("glob:**" + living + ".lock");
    }
    assertThat(writers).isEmptyDirectory();
  }

  @Test
  void damagedDecisionsAreSaidToBeDamaged() throws IOException {
    Session session = withDecisions(session(sessions.newId(Instant.now()), 0));
    store.transact(sessions.recording(session));
    Files.createDirectories(home.resolve("decisions"));
    Files.writeString(home.resolve("decisions").resolve(session.id() + ".arrow"), "no arrow");
    assertThatThrownBy(() -> sessions.decisions(session.id(), DecisionFilter.ALL, allocator))
        .hasMessageContainingAll("E207", session.id());
    Files.delete(home.resolve("decisions").resolve(session.id() + ".arrow"));
    assertThatThrownBy(() -> sessions.decisions(session.id(), DecisionFilter.ALL, allocator))
        .hasMessageContaining("E207");
  }

  @Test
  void runWithoutDecisionsSaysSo() {
    Session session = session(sessions.newId(Instant.now()), 0);
    store.transact(sessions.recording(session));
    assertThatThrownBy(() -> sessions.decisions(session.id(), DecisionFilter.ALL, allocator))
        .hasMessageContainingAll("E405", session.id());
  }

  @Test
  void histogramBucketsDouble() {
    assertThat(Histogram.ofDoubling(List.of(2L, 1L, 0L, 4L)).buckets())
        .containsExactly(
            new Histogram.Bucket(0, 0, 2),
            new Histogram.Bucket(1, 1, 1),
            new Histogram.Bucket(4, 7, 4));
    assertThat(Histogram.ofDoubling(List.of())).isEqualTo(Histogram.EMPTY);
  }

  @Test
  void idsDifferAndSortBySecond() {
    Instant start = Instant.parse("2026-11-30T10:15:30Z");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) { // with 24 random bits there would be a thousand pairs
      ids.add(sessions.newId(start));
    }
    assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
    assertThat(ids).allMatch(id -> id.matches("20261130-101530-[0-9a-f]{16}"));
    assertThat(sessions.newId(start.plusSeconds(1))).isGreaterThan(ids.getFirst());
  }

  private void putTwice(String space) {
    for (int i = 0; i < 2; i++) {
      try (Commit commit = store.begin()) {
        put(commit, space, null);
        commit.commit();
      }
    }
  }

  private void put(Commit commit, String space, String sessionId) {
    try (BatchSink sink =
            commit.put(
                space, new Schema(KEY), List.of(), PutMode.REPLACE, false, "join", sessionId);
        VectorSchemaRoot rows = keys("eu", 1)) {
      sink.write(rows);
      sink.finish();
    }
  }

  private List<String> decisions(String id, DecisionFilter filter) {
    List<String> lines = new ArrayList<>();
    try (BatchSource source = sessions.decisions(id, filter, allocator)) {
      while (source.next()) {
        VectorSchemaRoot batch = source.batch();
        for (int i = 0; i < batch.getRowCount(); i++) {
          lines.add(
              "%s %s -> %s %s %s"
                  .formatted(
                      batch.getVector("x_region").getObject(i),
                      batch.getVector("x_no").getObject(i),
                      batch.getVector("y_region").getObject(i),
                      batch.getVector("y_no").getObject(i),
                      batch.getVector("space").getObject(i)));
        }
      }
    }
    return lines;
  }

  private VectorSchemaRoot keys(Object... values) {
    return root(new Schema(KEY), values);
  }

  private VectorSchemaRoot rows(Object... values) {
    return root(SCHEMA, values);
  }

  private VectorSchemaRoot root(Schema schema, Object... values) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    root.allocateNew();
    int columns = schema.getFields().size();
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case String text ->
            ((VarCharVector) root.getVector(i % columns))
                .setSafe(i / columns, text.getBytes(StandardCharsets.UTF_8));
        case Integer number ->
            ((BigIntVector) root.getVector(i % columns)).setSafe(i / columns, number);
        case null -> {}
        default -> throw new IllegalArgumentException();
      }
    }
    root.setRowCount(values.length / columns);
    return root;
  }

  private static Session withDecisions(Session s) {
    return new Session(
        s.id(),
        s.taskName(),
        s.taskKind(),
        s.task(),
        s.function(),
        s.parameters(),
        s.inputs(),
        s.output(),
        s.plan(),
        s.outcome(),
        s.startedAt(),
        s.endedAt(),
        s.metrics(),
        true);
  }

  private static Session session(String id, int second) {
    return session(id, second, new Done(), Optional.of(new FileOutput("o.csv")));
  }

  private static Session session(String id, int second, Outcome outcome, Optional<Output> output) {
    Instant start = Instant.parse("2026-11-30T10:15:30Z").plusSeconds(second);
    return new Session(
        id,
        "clicks to news",
        "join",
        "{\"task\":\"join\"}",
        Optional.of(new FunctionText("<lambda>", "lambda x, y: True", "00ff")),
        "{}",
        List.of(
            new SpaceInput("clicks", 3),
            new FileInput("n.csv", OptionalLong.of(9), Optional.of(start), Optional.of("ab")),
            new FileInput("-", OptionalLong.empty(), Optional.empty(), Optional.empty())),
        output,
        "{\"strategy\":\"hash\"}",
        outcome,
        start,
        start.plusMillis(250),
        new Metrics(
            List.of(new Metrics.InputRows("clicks", 10, 9)),
            BigInteger.valueOf(90),
            List.of(new Metrics.Candidates("x['id'] == y['id']", 12)),
            12,
            3,
            5,
            10,
            Histogram.ofDoubling(List.of(0L, 1L, 1L)),
            Histogram.EMPTY,
            List.of(new Metrics.Stage("read", 0.25, 1000)),
            4096),
        false);
  }
}
