package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process that does not keep to the protocol is ended with E128 and hurts nobody else.
class ProtocolTest {
  private static HostedWorkers fake(String lie) {
    return new HostedWorkers(
        Judging.settings(),
        new Hosting(Sandbox.NONE, Walls.deadlines(1_000, 1_500), 2),
        _ -> process(lie));
  }

  private static Process process(String lie) {
    return WorkerProcess.started(
        Judging.settings(),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            FakeWorker.class.getName(),
            lie));
  }

  private static void assertEnded(HostedWorkers workers, ErrorCode code, String what) {
    try (SmallRows x = SmallRows.ids(2);
        SmallRows y = SmallRows.ids(3)) {
      assertThatThrownBy(
              () ->
                  Judging.verdicts(
                      workers.forNamespace("a"), Judging.lambda("lambda x, y: True"), x, y))
          .isInstanceOfSatisfying(
              DovetailException.class,
              e -> {
                assertThat(e.code()).isEqualTo(code);
                assertThat(e.problem().what()).contains(what);
              });
    }
    assertThat(workers.processes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "a frame of 2 GiB",
        "a frame of 100 MiB",
        "a frame of negative length",
        "an unknown kind",
        "another kind",
        "done",
        "too few outcomes",
        "too many outcomes",
        "nothing",
        "an outcome that is none",
        "pairs left out",
        "a failure without an error",
        "a billion errors",
        "the error of another pair",
        "an error code that is none",
        "a text of 2 GiB",
        "a text of negative length",
        "more than was asked",
        "progress that goes back",
        "blames what it cannot know",
        "no greeting"
      })
  void whatIsNoAnswerEndsTheWorker(String lie) {
    try (HostedWorkers workers = fake(lie)) {
      assertEnded(workers, ErrorCode.E128, "makes no sense");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"silence", "a byte a second", "progress without end"})
  void whoDoesNotComeToAnEndIsKilled(String lie) {
    try (HostedWorkers workers = fake(lie);
        SmallRows x = SmallRows.ids(1)) {
      var verdicts =
          Judging.verdicts(workers.forNamespace("a"), Judging.lambda("lambda x, y: True"), x, x);
      assertThat(verdicts.failures().getFirst().error().code()).isEqualTo(ErrorCode.E130);
      assertThat(workers.processes()).isEmpty();
    }
  }

  @Test
  void anAnswerThatBreaksOffIsTheEndOfTheWorker() {
    try (HostedWorkers workers = fake("an answer without end");
        SmallRows x = SmallRows.ids(1)) {
      var verdicts =
          Judging.verdicts(workers.forNamespace("a"), Judging.lambda("lambda x, y: True"), x, x);
      assertThat(verdicts.failures().getFirst().error().code()).isEqualTo(ErrorCode.E128);
    }
  }

  @Test
  void whoDoesNotReadIsKilledToo() {
    try (HostedWorkers workers = fake("never reads again");
        SmallRows x = SmallRows.texts("t", "x".repeat(1 << 20))) {
      var verdicts =
          Judging.verdicts(workers.forNamespace("a"), Judging.lambda("lambda x, y: True"), x, x);
      assertThat(verdicts.failures().getFirst().error().code()).isEqualTo(ErrorCode.E130);
    }
  }

  @Test
  void anAnswerToNoQuestionIsNotTakenForTheNextOne() {
    try (HostedWorkers workers = fake("two answers");
        SmallRows x = SmallRows.ids(1);
        PairJudge judge =
            workers
                .forNamespace("a")
                .judge(
                    Judging.lambda("lambda x, y: True"), Map.of(), x, x, RunControl.unlimited())) {
      assertThat(judge.judge(Judging.allPairs(x, x), OnFailure.STOP).outcomes())
          .containsExactly(Verdicts.MATCH);
      assertThatThrownBy(() -> judge.judge(Judging.allPairs(x, x), OnFailure.STOP))
          .hasMessageContaining("E128")
          .hasMessageContaining("it spoke before it was asked");
    }
  }

  @Test
  void aFloodOfErrorsIsReadAndForgotten() {
    try (HostedWorkers workers = fake("floods its standard error");
        SmallRows x = SmallRows.ids(2)) {
      for (int i = 0; i < 20; i++) {
        assertThat(
                Judging.matches(
                    workers.forNamespace("a"), Judging.lambda("lambda x, y: True"), x, x))
            .hasSize(4);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rows that did not go in",
        "a failure of no row",
        "a billion columns",
        "lists of a billion items",
        "a position past the end",
        "nests without end",
        "no rows"
      })
  void mappedRowsAreReadWithCare(String lie) {
    try (HostedWorkers workers = fake(lie);
        RootAllocator allocator = new RootAllocator();
        SmallRows rows = SmallRows.ids(2);
        VectorSchemaRoot batch = rows.gather(new int[] {0, 1}, 0, 2, allocator);
        RowMapper mapper =
            workers
                .forNamespace("a")
                .mapper(Judging.lambda("lambda row: row"), Map.of(), 2, RunControl.unlimited())) {
      assertThatThrownBy(() -> mapper.map(batch))
          .hasMessageContaining("E128")
          .hasMessageContaining("makes no sense");
      assertThat(workers.processes()).isEmpty();
    }
  }

  @Test
  void keyIdsAreCounted() {
    try (HostedWorkers workers = fake("");
        SmallRows x = SmallRows.ids(2)) {
      assertThatThrownBy(
              () ->
                  workers
                      .forNamespace("a")
                      .keyIds(
                          Judging.lambda("lambda r: 1"),
                          Judging.lambda("lambda r: 1"),
                          x,
                          x,
                          RunControl.unlimited()))
          .hasMessageContaining("E128")
          .hasMessageContaining("makes no sense");
    }
  }
}
