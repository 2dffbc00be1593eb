package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.databases.CatalogKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A writer is killed; what it left is old or new, whole, and the next writer tidies up.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class CrashTest extends StoreTest {
  @Test
  void killedAtAnyInstantEverySpaceIsOldOrNewAndWhole() throws Exception {
    long seed = Long.getLong("seed", 11L);
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    for (int instant = 0; instant < 12; instant++) {
      try (ChildJvm child = child("put-for-ever")) {
        child.awaitReady();
        // The instant is the point of the test: the first ones hit the making of the catalog, the
        // others any part of a commit.
        for (int rounds = instant < 3 ? 0 : random.nextInt(1, 6); rounds > 0; rounds--) {
          child.await("committed");
        }
        LockSupport.parkNanos(random.nextLong(instant < 3 ? 600_000_000L : 30_000_000L));
        child.kill();
      }
      checkWhole();
      letLeasesPass();
      put("after", REPLACE, instant, "the next run succeeds");
      assertNoWriters();
      assertThat(unpublishedSegments()).isEmpty();
      store.close();
      store = another();
    }
    assertThat(store.require("left").version()).isGreaterThan(12);
  }

  private void checkWhole() {
    if (store.find("left").isEmpty()) {
      assertThat(store.find("right")).isEmpty();
      return;
    }
    SpaceVersion left = store.require("left");
    SpaceVersion right = store.require("right");
    assertThat(right.version()).isEqualTo(left.version());
    assertThat(rows(right)).isEqualTo(rows(left));
    List<List<Object>> rows = rows(left);
    Object name = rows.getFirst().get(1);
    assertThat(rows)
        .hasSize(1000 + Integer.parseInt(name.toString().substring("round".length())))
        .allMatch(row -> row.get(1).equals(name));
    List<List<Object>> log = rows("log");
    assertThat(log).hasSize((int) left.version());
    assertThat(log.getLast().get(1)).isEqualTo(name);
  }

  @Test
  void aLivingWriterKeepsItsFilesWhenOthersTidyUp() throws Exception {
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of(), REPLACE, false, people(1, "a"));
      try (SpaceStore other = another()) {
        other.collectGarbage();
        try (Commit second = other.begin()) {
          stage(second, "b", PEOPLE, List.of(), REPLACE, false, people(2, "b"));
          second.commit();
        }
      }
      try (ChildJvm child = child("append", "1")) {
        assertThat(child.finish()).endsWith("0");
      }
      commit.commit();
    }
    assertThat(rows("a")).isEqualTo(people(1, "a"));
    assertThat(rows("b")).isEqualTo(people(2, "b"));
    assertThat(rows("shared")).hasSize(3);
  }

  @Test
  void collectionRemovesOrphansAndNothingElse() throws Exception {
    put("a", REPLACE, 1, "a");
    Path segments = home.resolve("segments");
    Path orphan = segments.resolve("0".repeat(32) + "-0.arrow");
    Path foreign = segments.resolve("notes.txt");
    Files.writeString(orphan, "left by a dead writer");
    Files.writeString(foreign, "not ours");
    if (kind == CatalogKind.SQLITE) {
      Files.writeString(home.resolve("writers").resolve("0".repeat(32) + ".lock"), "");
    } else {
      execute("INSERT INTO writer VALUES ('" + "0".repeat(32) + "', 'other', now(), FALSE)");
    }
    put("a", REPLACE, 2, "b");
    assertThat(orphan).doesNotExist();
    Files.writeString(orphan, "without a lease");
    store.collectGarbage();
    assertThat(orphan).doesNotExist();
    assertThat(foreign).exists();
    assertThat(rows(store.require("a", 1))).isEqualTo(people(1, "a"));
    assertThat(rows(store.require("a", 2))).isEqualTo(people(2, "b"));
  }

  private List<String> unpublishedSegments() {
    List<String> files =
        new java.util.ArrayList<>(
            segments().stream().map(path -> path.getFileName().toString()).toList());
    files.removeAll(store.publishedFiles());
    return files;
  }
}
