package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.TableSource;
import dev.dovetail.tasks.run.JoinExplanation;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.http.sse.SseEvent;
import io.helidon.webserver.sse.SseSink;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// Runs: submitting tasks, following them, fetching what they made; and plans.
///
/// @param ownCode whether functions may name files of this machine
record RunRoutes(Namespaces namespaces, BufferAllocator allocator, boolean ownCode) {
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(15);

  /// Progress is told at most so often.
  private static final long LEAST_GAP_MILLIS = 100;

  List<Route> routes() {
    return List.of(
        Route.post("/v1/runs", Scope.RUN, this::submit),
        Route.get("/v1/runs/{run}", Scope.READ, this::show),
        Route.delete("/v1/runs/{run}", Scope.RUN, this::cancel),
        Route.get("/v1/runs/{run}/events", Scope.READ, this::events),
        Route.get("/v1/runs/{run}/rows", Scope.READ, this::result),
        Route.get("/v1/runs/{run}/evaluator", Scope.RUN, this::listen),
        Route.post("/v1/runs/{run}/evaluator", Scope.RUN, this::answer),
        Route.post("/v1/plans", Scope.READ, this::plan));
  }

  private void submit(Call call) throws InterruptedException {
    Runs.Submitted submitted =
        namespaces.submit(
            call.namespace(),
            call.json(),
            call.caller(),
            Optional.of(call.header("Idempotency-Key")).filter(key -> !key.isEmpty()));
    FollowedRun run = submitted.run();
    run.await(submitted.patience());
    call.response().header(HeaderNames.LOCATION, "/v1/runs/" + run.id());
    call.send(run.state().isFinal() ? Status.OK_200 : Status.ACCEPTED_202, run.json());
  }

  private void show(Call call) throws InterruptedException {
    FollowedRun run = run(call);
    run.await(ServerLimits.wait(Duration.ofSeconds(call.number("wait_seconds", 0, 0))));
    call.send(run.json());
  }

  private void cancel(Call call) {
    FollowedRun run = run(call);
    call.namespace().runs().cancel(run);
    call.send(Status.ACCEPTED_202, run.json());
  }

  private void events(Call call) throws InterruptedException {
    FollowedRun run = run(call);
    long last = lastEvent(call.header("Last-Event-ID"));
    try (SseSink sink = call.response().sink(SseSink.TYPE)) {
      while (true) {
        List<FollowedRun.Event> events = run.events(last, BETWEEN_SIGNS);
        if (events.isEmpty()) {
          sink.emit(SseEvent.builder().comment("still there").data("").build());
        }
        for (FollowedRun.Event event : events) {
          last = Math.max(last, event.id());
          sink.emit(
              SseEvent.builder()
                  .id(Long.toString(event.id()))
                  .name(event.name())
                  .data(event.data().toString())
                  .build());
          if (event.name().equals("end")) {
            return;
          }
        }
        Thread.sleep(LEAST_GAP_MILLIS);
      }
    }
  }

  private static long lastEvent(String header) {
    try {
      return header.isEmpty() ? 0 : Long.parseLong(header);
    } catch (NumberFormatException _) {
      throw new Refusal(Status.BAD_REQUEST_400, "Last-Event-ID is no event of a run");
    }
  }

  private void result(Call call) throws IOException {
    FollowedRun run = run(call);
    String task =
        call.query("task")
            .orElseThrow(
                () -> new Refusal(Status.BAD_REQUEST_400, "task, a task's name, is missing"));
    String space =
        run.resultSpace(task)
            .orElseThrow(
                () ->
                    new Refusal(
                        Status.NOT_FOUND_404,
                        "run " + run.id() + " has no result of a task '" + task + "'"));
    var store = call.namespace().store();
    try (BatchSource rows = new TableSource(store.read(store.require(space)))) {
      call.sendRows(rows, allocator);
    }
  }

  private void listen(Call call) throws InterruptedException {
    Attempt attempt = attempt(call);
    CallerChannel channel = channel(attempt);
    call.response().header(HeaderNames.CONTENT_TYPE, "application/octet-stream");
    if (!channel.listen(call.response().outputStream(), attempt.control())) {
      throw new Refusal(
          Status.CONFLICT_409, "somebody evaluates for run " + attempt.id() + " already");
    }
  }

  private void answer(Call call) throws IOException {
    channel(attempt(call)).accept(call.body().readAllBytes());
    call.sendNothing();
  }

  private static Attempt attempt(Call call) {
    FollowedRun run = run(call);
    return run.attempt()
        .orElseThrow(
            () ->
                new Refusal(
                    Status.CONFLICT_409,
                    "run " + run.id() + " has ended, or goes on in another server"));
  }

  private static CallerChannel channel(Attempt attempt) {
    return attempt
        .caller()
        .orElseThrow(
            () ->
                new Refusal(
                    Status.CONFLICT_409,
                    "run " + attempt.id() + " has no function of its client's"));
  }

  private void plan(Call call) {
    ObjectNode json = call.json();
    RunOptions.refuseUnknown(json, List.of("task", "settings"), "a plan");
    JoinExplanation plan =
        call.namespace()
            .runs()
            .explain(
                Submission.readTask(json.path("task"), call.namespace().functions(), ownCode),
                RunOptions.read(json.path("settings")));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("plan", plan.json());
    call.send(answer.put("text", plan.text()));
  }

  private static FollowedRun run(Call call) {
    return call.namespace().runs().require(call.path("run"));
  }
}
