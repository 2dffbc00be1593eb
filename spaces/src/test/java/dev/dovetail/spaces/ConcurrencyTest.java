package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.APPEND;
import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Several threads, stores and processes on one home.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class ConcurrencyTest extends StoreTest {
  @Test
  void readersSeeWholeVersionsWhileWritersWrite() throws Exception {
    put("a", REPLACE, 0, "0");
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(4);
        SpaceStore second = another()) {
      List<Future<Integer>> readers = new ArrayList<>();
      for (SpaceStore reading : List.of(store, store, second)) {
        readers.add(threads.submit(() -> readUntil(reading, done)));
      }
      for (int round = 1; round <= 40; round++) {
        Object[] rows = new Object[2 * round];
        for (int i = 0; i < rows.length; i += 2) {
          rows[i] = round;
          rows[i + 1] = "r";
        }
        put("a", REPLACE, rows);
      }
      done.set(true);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    }
  }

  private static int readUntil(SpaceStore reading, AtomicBoolean done) {
    int reads = 0;
    while (!done.get() || reads == 0) {
      SpaceVersion version = reading.require("a");
      try (Table table = reading.read(version)) {
        List<List<Object>> rows = Rows.all(table);
        long round = version.version() - 1;
        assertThat(rows)
            .hasSize((int) Math.max(1, round))
            .allMatch(row -> row.get(0).equals(round));
      }
      reads++;
    }
    return reads;
  }

  @Test
  void manyWritersOfOneStoreAndOfSeveralLoseNothing() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4);
        SpaceStore second = another();
        ChildJvm child = child("append", "10")) {
      child.awaitReady();
      List<Callable<Void>> writers = new ArrayList<>();
      for (SpaceStore writing : List.of(store, store, second, second)) {
        writers.add(
            () -> {
              for (int i = 0; i < 10; i++) {
                try (Commit commit = writing.begin()) {
                  stage(commit, "shared", PEOPLE, List.of(), APPEND, false, people(1, "x", 2, "y"));
                  commit.commit();
                }
              }
              return null;
            });
      }
      for (Future<Void> writer : threads.invokeAll(writers)) {
        writer.get();
      }
      assertThat(child.finish()).endsWith("0");
    }
    assertThat(store.require("shared").version()).isEqualTo(50);
    assertThat(rows("shared")).hasSize(40 * 2 + 10 * 3);
    store.collectGarbage();
    assertThat(rows("shared")).hasSize(40 * 2 + 10 * 3);
  }

  @Test
  void theSecondWriterWaitsForTheFirst() throws Exception {
    put("a", REPLACE, 1, "a");
    try (ChildJvm child = child("hold", "a");
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      child.awaitReady();
      CountDownLatch begun = new CountDownLatch(1);
      Future<SpaceVersion> waiting =
          threads.submit(
              () -> {
                begun.countDown();
                return put("a", REPLACE, 2, "b");
              });
      begun.await();
      assertThat(rows("a")).isEqualTo(people(1, "a"));
      assertThat(waiting.isDone()).isFalse();
      child.release();
      assertThat(waiting.get().version()).isEqualTo(2);
    }
    assertThat(rows("a")).isEqualTo(people(2, "b"));
  }

  @Test
  void aWriterThatWaitsInVainSaysSoAndLeavesNothing() throws Exception {
    put("a", REPLACE, 1, "a");
    try (ChildJvm child = child("hold", "a");
        SpaceStore hasty = hasty();
        Commit commit = hasty.begin()) {
      child.awaitReady();
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(2, "b"));
      refused(ErrorCode.E206, commit::commit).hasMessageContaining("did not finish in time");
      assertThat(hasty.list()).hasSize(1);
    }
    assertThat(segments()).hasSize(1);
    assertThat(rows("a")).isEqualTo(people(1, "a"));
  }

  @Test
  void anInterruptedWriterPublishesNothingAndTidiesUp() {
    put("a", REPLACE, 1, "a");
    Thread.currentThread().interrupt();
    try {
      refused(ErrorCode.E402, () -> put("a", REPLACE, 2, "b"));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(segments()).hasSize(1);
    assertNoWriters();
    assertThat(rows("a")).isEqualTo(people(1, "a"));
  }

  @Test
  void aSpaceThatAnotherProcessDropsWhileItIsReadStaysWholeForItsReader() {
    SpaceVersion version = put("a", REPLACE, 1, "a");
    try (SpaceStore other = another();
        Table reading = store.read(version)) {
      try (Commit commit = other.begin()) {
        commit.drop("a");
        commit.commit();
      }
      letReadersEnd();
      assertThat(segments()).isEmpty();
      assertThat(Rows.all(reading)).isEqualTo(people(1, "a"));
      refused(ErrorCode.E210, () -> store.read(version)).hasMessageContaining("dropped");
    }
  }

  @Test
  void severalProcessesMakeTheCatalogTogether() throws Exception {
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        children.add(child("append", "1"));
      }
      for (ChildJvm child : children) {
        assertThat(child.finish()).containsExactly("ready", "0");
      }
    } finally {
      for (ChildJvm child : children) {
        child.close();
      }
    }
    assertThat(store.require("shared").version()).isEqualTo(3);
  }

  @Test
  void aCatalogThatIsUpToDateLoadsNoFlywayAndOneOnSqliteNoOtherDatabase() throws Exception {
    put("a", REPLACE, 1, "a");
    store.close();
    try (ChildJvm child =
        ChildJvm.start(List.of("-Xlog:class+load"), home, catalogUrl, "append", "1")) {
      List<String> lines = child.finish();
      assertThat(lines).endsWith("0").anyMatch(line -> line.contains(SpaceStore.class.getName()));
      assertThat(lines.stream().filter(line -> line.contains("flyway"))).isEmpty();
      if (kind == CatalogKind.SQLITE) {
        assertThat(lines.stream().filter(line -> line.matches("(?i).*(postgres|hikari).*")))
            .isEmpty();
      }
    }
    store = another();
  }
}
