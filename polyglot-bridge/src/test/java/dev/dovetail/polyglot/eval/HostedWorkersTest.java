package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.join.Verdicts.Failure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Who is to blame where a hosted worker is lost, and who waits for whom.
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HostedWorkersTest {
  private static HostedWorkers workers(Deadlines deadlines, int most) {
    return new HostedWorkers(
        TrainedWorkers.settings(192L << 20), new Hosting(Walls.best(), deadlines, most));
  }

  private static final Deadlines SHORT = Walls.deadlines(3_000, 30_000);

  private static Verdicts judged(HostedWorkers workers, String body, SmallRows x, SmallRows y) {
    return Judging.verdicts(
        workers.forNamespace("a"),
        Judging.module("f", "hoard = []\ndef f(x, y):\n    " + body.replace("\n", "\n    ") + "\n"),
        Map.of(),
        x,
        y,
        OnFailure.CONTINUE);
  }

  private static void assertGuilty(Verdicts verdicts, int pair, ErrorCode code) {
    assertThat(verdicts.failures()).extracting(Failure::index).containsExactly(pair);
    assertThat(verdicts.failures().getFirst().error().code()).isEqualTo(code);
    for (int i = 0; i < verdicts.outcomes().length; i++) {
      assertThat(verdicts.outcomes()[i]).isEqualTo(i == pair ? Verdicts.FAILED : Verdicts.MATCH);
    }
  }

  @Test
  void theOnePairThatDoesNotReturnIsGuilty() {
    try (HostedWorkers workers = workers(SHORT, 2);
        SmallRows x = SmallRows.ids(40)) {
      assertGuilty(
          judged(workers, "while (x['id'], y['id']) == (17, 23): pass\nreturn True", x, x),
          17 * 40 + 23,
          ErrorCode.E130);
    }
  }

  @Test
  void theOnePairThatTakesAllMemoryIsGuilty() {
    try (HostedWorkers workers = workers(SHORT, 2);
        SmallRows x = SmallRows.ids(40)) {
      String body = "while (x['id'], y['id']) == (31, 2): hoard.append([0] * 50000)\nreturn True";
      assertGuilty(judged(workers, body, x, x), 31 * 40 + 2, ErrorCode.E128);
    }
  }

  @Test
  void noPairIsGuiltyOfWhatAllOfThemKeep() {
    try (HostedWorkers workers = workers(SHORT, 2);
        SmallRows x = SmallRows.ids(8);
        SmallRows y = SmallRows.ids(5)) {
      Verdicts verdicts = judged(workers, "hoard.append(bytearray(8 << 20))\nreturn True", x, y);
      assertThat(verdicts.failures()).isEmpty();
      assertThat(verdicts.outcomes()).containsOnly(Verdicts.MATCH);
    }
  }

  @Test
  void pairsThatAreSlowTogetherAreNotLate() {
    try (HostedWorkers workers = workers(Walls.deadlines(2_000, 4_000), 2);
        SmallRows x = SmallRows.ids(12);
        SmallRows y = SmallRows.ids(1)) {
      String slow = "total = 0\nfor i in range(400_000): total += i\nreturn total > 0";
      Verdicts verdicts = judged(workers, slow, x, y);
      assertThat(verdicts.failures()).isEmpty();
      assertThat(verdicts.outcomes()).containsOnly(Verdicts.MATCH);
    }
  }

  @Test
  void aSessionEnds() {
    Deadlines deadlines =
        new Deadlines(Duration.ofSeconds(3), Duration.ofSeconds(4), Duration.ofSeconds(4));
    try (HostedWorkers workers = workers(deadlines, 2);
        SmallRows x = SmallRows.ids(1_000)) {
      String slow = "total = 0\nfor i in range(20_000): total += i\nreturn total > 0";
      assertThatThrownBy(() -> judged(workers, slow, x, x))
          .hasMessageContaining("E401")
          .hasMessageContaining("all that a session may take")
          .hasMessageContaining("x key ");
      assertThat(workers.processes()).isEmpty();
    }
  }

  @Test
  void rowsAndKeysHaveTheDeadlineOfABatch() {
    try (HostedWorkers workers = workers(Walls.deadlines(500, 6_000), 2);
        RootAllocator allocator = new RootAllocator();
        SmallRows rows = SmallRows.ids(2);
        VectorSchemaRoot batch = rows.gather(new int[] {0, 1}, 0, 2, allocator)) {
      PythonEvaluator tenant = workers.forNamespace("a");
      var endless = Judging.module("f", "def f(row):\n    while True: pass\n");
      try (RowMapper mapper = tenant.mapper(endless, Map.of(), 2, RunControl.unlimited())) {
        assertThatThrownBy(() -> mapper.map(batch))
            .hasMessageContaining("E130")
            .hasMessageContaining("between row 1 and row 2");
      }
      assertThatThrownBy(() -> tenant.keyIds(endless, endless, rows, rows, RunControl.unlimited()))
          .hasMessageContaining("E130")
          .hasMessageContaining("key function");
      assertThat(workers.processes()).isEmpty();
    }
  }

  @Test
  void whoFindsNoFreeWorkerWaitsForOne() throws Exception {
    try (HostedWorkers workers = workers(SHORT, 1);
        SmallRows x = SmallRows.ids(1)) {
      var function = Judging.lambda("lambda x, y: True");
      CompletableFuture<List<String>> second;
      try (PairJudge first =
          workers.forNamespace("a").judge(function, Map.of(), x, x, RunControl.unlimited())) {
        first.judge(Judging.allPairs(x, x), OnFailure.STOP);
        List<Long> one = workers.processes();
        try (RunControl impatient = new RunControl(java.util.Optional.of(Duration.ofMillis(200)));
            PairJudge third =
                workers.forNamespace("c").judge(function, Map.of(), x, x, impatient)) {
          assertThatThrownBy(() -> third.judge(Judging.allPairs(x, x), OnFailure.STOP))
              .hasMessageContaining("E401");
        }
        second =
            CompletableFuture.supplyAsync(
                () -> Judging.matches(workers.forNamespace("b"), function, x, x));
        assertThat(workers.processes()).isEqualTo(one);
        assertThat(second).isNotDone();
      }
      assertThat(second.get(60, TimeUnit.SECONDS)).containsExactly("0-0");
      assertThat(workers.processes()).hasSize(1);
    }
  }
}
