package dev.dovetail.spaces.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
  @TempDir private Path folder;

  @Test
  void whatAThreadOfThisProcessHasIsNotAbandoned() throws Exception {
    try (LockedFile file = LockedFile.create(() -> folder.resolve("a"))) {
      assertThat(LockedFile.ifAbandoned(file.path(), () -> {})).isFalse();
      assertThat(file.path()).exists();
    }
    assertThat(folder.resolve("a")).doesNotExist();
    assertThat(LockedFile.ifAbandoned(folder.resolve("a"), () -> {})).isTrue();
  }

  /// As when the runs of one server begin at once, beside the leftovers of a killed one.
  @Test
  void threadsThatSweepAtOnceDoNotDisturbEachOther() throws Exception {
    Path left = Files.createFile(folder.resolve("left"));
    AtomicInteger works = new AtomicInteger();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch others = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<Boolean> first =
          threads.submit(
              () ->
                  LockedFile.ifAbandoned(
                      left,
                      () -> {
                        inside.countDown();
                        works.incrementAndGet();
                        await(others);
                      }));
      inside.await();
      List<Future<Boolean>> more = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        more.add(threads.submit(() -> LockedFile.ifAbandoned(left, works::incrementAndGet)));
      }
      for (Future<Boolean> other : more) {
        assertThat(other.get()).isFalse();
      }
      others.countDown();
      assertThat(first.get()).isTrue();
    }
    assertThat(works).hasValue(1);
    assertThat(left).doesNotExist();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
