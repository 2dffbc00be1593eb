package dev.dovetail.tasks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.sessions.queue.Run;
import dev.dovetail.sessions.queue.RunEnd;
import dev.dovetail.sessions.queue.RunLease;
import dev.dovetail.sessions.queue.RunQueue;
import dev.dovetail.sessions.queue.RunRequest;
import dev.dovetail.sessions.queue.RunState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that were taken from a queue: what the runner publishes ends them, in one commit.
class QueuedRunTest {
  @TempDir Path folder;
  private Bench bench;
  private RunQueue queue;

  @BeforeEach
  void fill() {
    bench = new Bench(folder);
    bench.put("clicks", List.of("click"), "{'click': 1, 'news_id': 7}");
    bench.put("news", List.of(), "{'news_id': 7, 'title': 'a'}");
    queue = new RunQueue(bench.store, "server", Duration.ZERO, 5);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private RunLease taken(String function) {
    String json =
        """
        {"task": "join", "name": "j", "input_spaces": ["clicks", "news"], "output_space": "out",
         "primary_key": "news_id", "fn": "%s"}"""
            .formatted(function);
    assertThat(queue.submit(new RunRequest("team", "token", json, Optional.empty()), 9))
        .isPresent();
    return queue.take().orElseThrow();
  }

  private void run(RunLease lease) {
    Sessions sessions =
        new Sessions(bench.store)
            .ofAttempt(
                lease.sessionId(),
                (_, problem) ->
                    queue.finishing(
                        lease,
                        problem.isPresent()
                            ? new RunEnd.Failed(problem.get())
                            : new RunEnd.Done("{}")));
    TaskRunner runner = bench.runner.withSessions(sessions);
    runner.run(
        Bench.task(lease.run().request()), bench.settings, RunControl.unlimited(), Progress.NONE);
  }

  private Run find(RunLease lease) {
    return queue.find("team", lease.run().id()).orElseThrow();
  }

  @Test
  void aRunIsDoneWithItsOutputAndItsSession() {
    RunLease lease = taken("lambda c, n: c['news_id'] == n['news_id']");
    run(lease);
    assertThat(find(lease).state()).isEqualTo(RunState.DONE);
    assertThat(bench.sessions.require(lease.run().id()).outcome().word()).isEqualTo("done");
    assertThat(bench.decisions(lease.run().id())).containsExactly("7 7 news");
  }

  @Test
  void aRunThatFailsSaysWhyInItsRowAndInItsSession() {
    RunLease lease = taken("lambda c, n: c['nws_id'] == n['news_id']");
    assertThatThrownBy(() -> run(lease)).hasMessageContaining("nws_id");
    assertThat(find(lease).state()).isEqualTo(RunState.FAILED);
    assertThat(find(lease).problem().orElseThrow().what()).contains("nws_id");
    assertThat(bench.sessions.require(lease.run().id()).outcome().word()).isEqualTo("failed");
    assertThat(bench.store.find("out")).isEmpty();
  }

  @Test
  void aServerThatHasLostTheRunLeavesNothingAndDisturbsNobody() throws Exception {
    RunLease lost = taken("lambda c, n: c['news_id'] == n['news_id']");
    RunLease second = queue.take().orElseThrow();
    assertThatThrownBy(() -> run(lost)).hasMessageContaining("E409");
    assertThat(bench.store.find("out")).isEmpty();
    assertThat(bench.sessions.list(10)).isEmpty();
    run(second);
    assertThatThrownBy(() -> run(lost)).hasMessageContaining("E409");
    assertThat(bench.store.require("out").version()).isEqualTo(1);
    assertThat(bench.sessions.list(10))
        .extracting(SessionSummary::id)
        .containsExactly(second.sessionId());
    assertThat(bench.decisions(lost.run().id())).containsExactly("7 7 news");
    try (var files = Files.list(bench.store.home().resolve("decisions"))) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(1);
    }
  }
}
