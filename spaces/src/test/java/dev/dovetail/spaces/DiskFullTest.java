package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.APPEND;
import static dev.dovetail.spaces.PutMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A volume without room: nothing is published, nothing is left, and reading goes on.
///
/// The volume is a small tmpfs; where this process may not mount one the tests say so and are
/// skipped.
class DiskFullTest extends StoreTest {
  private static final String[] NAME_AND_TEXT = {"id", "int64", "text", "utf8"};
  private Path volume;

  @BeforeEach
  void mountSmallVolume() throws Exception {
    volume = folder.resolve("small");
    Files.createDirectories(volume);
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", volume.toString()),
        "a tmpfs cannot be mounted here, so a full disk is not tested");
    store.close();
    home = volume.resolve("home");
    store = SpaceStore.open(home, allocator);
  }

  @AfterEach
  void unmount() throws Exception {
    store.close();
    if (Files.exists(volume)) {
      run("umount", volume.toString());
    }
  }

  @Test
  void rowsThatDoNotFitAreRefusedAndLeaveNoTrace() throws IOException {
    put("a", REPLACE, 1, "a");
    List<Path> before = segments();
    refused(ErrorCode.E208, () -> putMegabytes("a", REPLACE, 4))
        .hasMessageContaining(home.toString());
    assertThat(segments()).isEqualTo(before);
    assertThat(home.resolve("writers")).isEmptyDirectory();
    assertThat(rows("a")).isEqualTo(people(1, "a"));
    put("a", APPEND, 2, "b");
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b"));
  }

  /// The catalog itself meets the end of the volume at some of these sizes.
  @Test
  void aVolumeFilledToAnyDegreeLeavesTheOldOrTheNewVersion() throws IOException {
    put("a", REPLACE, 0, "start");
    long last = 0;
    for (int free = 160; free >= 0; free -= 8) {
      Path ballast = fillUpTo(free * 1024L);
      try {
        long next = last + 1;
        try {
          put("a", REPLACE, (int) next, "x".repeat(2000));
          last = next;
        } catch (DovetailException refusal) {
          assertThat(refusal.code()).isEqualTo(ErrorCode.E208);
        }
        assertThat(rows("a").getFirst().getFirst()).isEqualTo(last);
      } finally {
        Files.delete(ballast);
      }
      assertThat(rows("a").getFirst().getFirst()).isEqualTo(last);
      assertThat(segments()).hasSize((int) last + 1);
    }
    assertThat(last).isBetween(1L, 20L);
    put("a", REPLACE, 99, "room again");
    assertThat(rows("a")).isEqualTo(people(99, "room again"));
  }

  @Test
  void aCatalogThatCannotBeMadeIsRefused() throws IOException {
    Path ballast = fillUpTo(8 * 1024);
    refused(ErrorCode.E208, () -> put("a", REPLACE, 1, "a"));
    Files.delete(ballast);
    store.close();
    store = SpaceStore.open(home, allocator);
    assertThat(store.list()).isEmpty();
    put("a", REPLACE, 1, "a");
    assertThat(rows("a")).isEqualTo(people(1, "a"));
  }

  private Path fillUpTo(long freeBytes) throws IOException {
    Path ballast = volume.resolve("ballast");
    long size = Files.getFileStore(volume).getUsableSpace() - freeBytes;
    Files.write(ballast, new byte[(int) Math.max(0, size)]);
    return ballast;
  }

  private void putMegabytes(String space, PutMode mode, int megabytes) {
    var schema = schema(NAME_AND_TEXT);
    var rows = Collections.nCopies(64, Rows.row(1L, "x".repeat(16 << 10)));
    try (Commit commit = store.begin();
        BatchSink sink = commit.put(space, schema, List.of(), mode, false, "put", null);
        VectorSchemaRoot batch = Rows.batch(allocator, schema, rows)) {
      for (int i = 0; i < megabytes; i++) {
        sink.write(batch);
      }
      sink.finish();
      commit.commit();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException _) {
      return false;
    }
  }
}
