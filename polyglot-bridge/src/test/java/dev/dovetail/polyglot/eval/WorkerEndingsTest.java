package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a worker that does not come back by itself.
class WorkerEndingsTest {
  private final PythonWorkers workers =
      new PythonWorkers(Judging.settings().withMemory(192L << 20));

  @AfterEach
  void nothingIsLeftBehind() {
    List<Long> pids = workers.processes();
    workers.close();
    for (long pid : pids) {
      ProcessHandle.of(pid).ifPresent(p -> p.onExit().orTimeout(5, TimeUnit.SECONDS).join());
    }
  }

  /// Starts a process, so that what follows measures the end only.
  private void warm(SmallRows x, SmallRows y) {
    Judging.matches(workers, Judging.lambda("lambda x, y: True"), x, y);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while True: pass",
        "sum(range(10**13))",
        "9**9**9",
        "import itertools, collections; collections.deque(itertools.count(), maxlen=0)"
      })
  void theDeadlineEndsAnyPredicateWithinASecond(String body) {
    try (SmallRows x = SmallRows.ids(2);
        SmallRows y = SmallRows.ids(2)) {
      warm(x, y);
      try (RunControl control = new RunControl(Optional.of(Duration.ofMillis(700)));
          PairJudge judge =
              workers.judge(
                  Judging.module("f", "def f(x, y):\n    " + body + "\n"),
                  Map.of(),
                  x,
                  y,
                  control)) {
        long started = System.nanoTime();
        assertThatThrownBy(() -> judge.judge(Judging.allPairs(x, y), OnFailure.STOP))
            .isInstanceOfSatisfying(
                DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E401));
        assertThat(Duration.ofNanos(System.nanoTime() - started))
            .isLessThan(Duration.ofMillis(1_700));
      }
      assertThat(workers.processes()).isEmpty();
    }
  }

  @Test
  void aPairThatHeldUpTheDeadlineIsNamed() {
    try (SmallRows x = SmallRows.ids(2);
        SmallRows y = SmallRows.ids(2)) {
      warm(x, y);
      String endless =
          "def f(x, y):\n    while (x['id'], y['id']) == (0, 1): pass\n    return False\n";
      try (RunControl control = new RunControl(Optional.of(Duration.ofMillis(2_500)));
          PairJudge judge = workers.judge(Judging.module("f", endless), Map.of(), x, y, control)) {
        assertThatThrownBy(() -> judge.judge(Judging.allPairs(x, y), OnFailure.STOP))
            .isInstanceOfSatisfying(
                DovetailException.class,
                e -> {
                  assertThat(e.code()).isEqualTo(ErrorCode.E130);
                  assertThat(e.problem().where()).contains("x key 0, y key 1");
                });
      }
    }
  }

  @Test
  void theUserEndsAPredicate() {
    try (SmallRows x = SmallRows.ids(1);
        RunControl control = RunControl.unlimited()) {
      warm(x, x);
      long pid = workers.processes().getFirst();
      try (PairJudge judge =
          workers.judge(
              Judging.module("f", "def f(x, y):\n    while True: pass\n"),
              Map.of(),
              x,
              x,
              control)) {
        CompletableFuture<?> judging =
            CompletableFuture.runAsync(() -> judge.judge(Judging.allPairs(x, x), OnFailure.STOP));
        awaitCpu(pid);
        control.cancel();
        assertThatThrownBy(() -> judging.get(2, TimeUnit.SECONDS))
            .hasRootCauseInstanceOf(DovetailException.class)
            .rootCause()
            .hasMessageContaining("E402");
      }
    }
  }

  /// Returns once a process has worked for a while since the call.
  private static void awaitCpu(long pid) {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    Duration before = process.info().totalCpuDuration().orElse(Duration.ZERO);
    while (process.isAlive()
        && process
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .minus(before)
                .compareTo(Duration.ofMillis(300))
            < 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void outOfMemoryNamesThePair() {
    String source =
        "def f(x, y):\n"
            + "    if x['id'] == 3 and y['id'] == 2:\n"
            + "        hoard = []\n"
            + "        while True: hoard.append([0] * 20000)\n"
            + "    return x['id'] == y['id']\n";
    try (SmallRows x = SmallRows.ids(6);
        SmallRows y = SmallRows.ids(5)) {
      assertThatThrownBy(() -> Judging.verdicts(workers, Judging.module("f", source), x, y))
          .isInstanceOfSatisfying(
              DovetailException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.E128);
                assertThat(e.problem().what()).contains("ran out of memory (192 MB)");
                assertThat(e.problem().where()).contains("x key 3, y key 2");
              });
      assertThat(
              Judging.matches(
                  workers, Judging.lambda("lambda x, y: x['id'] == 5 and y['id'] == 4"), x, y))
          .containsExactly("5-4");
    }
  }

  @Test
  void aKilledProcessIsAnErrorThatNamesThePair() {
    try (SmallRows x = SmallRows.ids(1);
        SmallRows y = SmallRows.ids(3)) {
      warm(x, y);
      long pid = workers.processes().getFirst();
      String source = "def f(x, y):\n    while y['id'] == 1: pass\n    return True\n";
      CompletableFuture<?> judging =
          CompletableFuture.runAsync(
              () -> Judging.verdicts(workers, Judging.module("f", source), x, y));
      awaitCpu(pid);
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      assertThatThrownBy(() -> judging.get(60, TimeUnit.SECONDS))
          .rootCause()
          .hasMessageContaining("E128")
          .hasMessageContaining("was killed")
          .hasMessageContaining("y key 1");
    }
  }

  @Test
  void aProcessEndsWithItsEngineHoweverBusyPythonIs() throws IOException {
    WorkerProcess worker = WorkerProcess.start(Judging.settings(), WorkerSettings.Mode.QUICK);
    worker.awaitReady();
    try (SmallRows x = SmallRows.ids(1)) {
      CompletableFuture<?> judging =
          CompletableFuture.runAsync(
              () -> {
                try (var allocator = new org.apache.arrow.memory.RootAllocator()) {
                  PairSession session =
                      new PairSession(
                          Judging.lambda("lambda x, y: sum(range(10**13))"),
                          Map.of(),
                          x,
                          x,
                          1 << 20,
                          allocator);
                  session.open(worker);
                  session.judge(
                      Judging.allPairs(x, x), 0, 1, OnFailure.STOP, false, new byte[1], worker);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      awaitCpu(worker.pid());
      worker.closeOrderly(); // closes the stream, as the kernel does when the engine dies
      assertThat(ProcessHandle.of(worker.pid()).filter(ProcessHandle::isAlive)).isEmpty();
      assertThatThrownBy(judging::join).hasRootCauseInstanceOf(IOException.class);
    }
  }
}
