package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.tasks.FunctionSpec;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.run.RunResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tasks that were submitted together, from then until some time after their end. Its id is that of
/// the session of its first task, so that a client knows it before there is one. Whoever follows it
/// waits for its next *event*: events count from 1, and of progress only the latest is kept.
final class Run implements Progress {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// Where a run is. It only ever goes forward.
  enum Status {
    QUEUED,
    RUNNING,
    DONE,
    FAILED,
    CANCELLED;

    boolean isEnd() {
      return compareTo(RUNNING) > 0;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What a follower is told.
  ///
  /// @param id of the event, which a follower names to go on behind it
  record Event(long id, String name, ObjectNode data) {}

  private final String id;
  private final String token;
  private final List<Task> tasks;
  private final RunControl control;
  private final Optional<CallerChannel> caller;
  private final List<RunResult> results = new ArrayList<>();
  private final List<Event> notes = new ArrayList<>();
  private Status status = Status.QUEUED;
  private @Nullable Problem problem;
  private @Nullable Instant endedAt;
  private long lastEvent;
  private long progressEvent;
  private Instant lookedAt = Instant.now();
  private String task = "";
  private String stage = "";
  private long total = -1;
  private long done;

  /// @param token the id of the token that it was submitted with
  /// @param caller how the one who submitted it evaluates what it holds, if it does
  Run(
      String id,
      String token,
      List<Task> tasks,
      RunControl control,
      Optional<CallerChannel> caller) {
    this.id = id;
    this.token = token;
    this.tasks = List.copyOf(tasks);
    this.control = control;
    this.caller = caller;
  }

  String id() {
    return id;
  }

  List<Task> tasks() {
    return tasks;
  }

  RunControl control() {
    return control;
  }

  Optional<CallerChannel> caller() {
    return caller;
  }

  synchronized Status status() {
    return status;
  }

  /// Whether it was submitted by a caller, and has not ended.
  synchronized boolean isOf(Access.Caller who) {
    return token.equals(who.id()) && !status.isEnd();
  }

  /// Whether it has not ended, and nobody has looked at it since a time.
  synchronized boolean isAbandonedSince(Instant time) {
    return !status.isEnd() && lookedAt.isBefore(time);
  }

  /// Whether it ended before a time.
  synchronized boolean endedBefore(Instant time) {
    return endedAt != null && endedAt.isBefore(time);
  }

  /// False if it was cancelled while it waited.
  synchronized boolean begin() {
    if (status != Status.QUEUED) {
      return false;
    }
    status = Status.RUNNING;
    changed();
    return true;
  }

  synchronized void begin(Task next) {
    task = next.name();
    start("starting", -1);
  }

  synchronized void add(RunResult result) {
    results.add(result);
  }

  void end() {
    end(Status.DONE, null);
  }

  void fail(Problem why) {
    end(why.code() == ErrorCode.E402 ? Status.CANCELLED : Status.FAILED, why);
  }

  private synchronized void end(Status last, @Nullable Problem why) {
    if (status.isEnd()) {
      return;
    }
    status = last;
    problem = why;
    endedAt = Instant.now();
    changed();
  }

  /// Stops it; one that waits ends at once.
  void cancel() {
    control.cancel();
    synchronized (this) {
      if (status == Status.QUEUED) {
        fail(
            new Problem(
                ErrorCode.E402,
                "the run was cancelled before it began",
                "",
                "Nothing was published."));
      }
    }
  }

  @Override
  public synchronized void start(String name, long steps) {
    stage = name;
    total = steps;
    done = 0;
    progressed();
  }

  @Override
  public synchronized void advance(long steps) {
    done += steps;
    progressed();
  }

  @Override
  public synchronized void note(String message) {
    notes.add(new Event(++lastEvent, "note", JSON.objectNode().put("text", message)));
    notifyAll();
  }

  private void progressed() {
    progressEvent = ++lastEvent;
    notifyAll();
  }

  private void changed() {
    lastEvent++;
    notifyAll();
  }

  /// Waits until it has ended, or some time has passed.
  synchronized void await(Duration longest) throws InterruptedException {
    lookedAt = Instant.now();
    long until = System.nanoTime() + longest.toNanos();
    while (!status.isEnd()) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /// The events behind one, waiting for the first of them; empty if none comes in time.
  synchronized List<Event> events(long behind, Duration longest) throws InterruptedException {
    lookedAt = Instant.now();
    long until = System.nanoTime() + longest.toNanos();
    while (lastEvent <= behind && !status.isEnd()) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return List.of();
      }
      wait(left);
    }
    List<Event> events = new ArrayList<>();
    notes.stream().filter(note -> note.id() > behind).forEach(events::add);
    if (progressEvent > behind && !status.isEnd()) {
      events.add(new Event(progressEvent, "progress", progress()));
    }
    if (status.isEnd()) {
      events.add(new Event(lastEvent, "end", json()));
    } else if (events.isEmpty()) {
      events.add(new Event(lastEvent, "status", JSON.objectNode().put("status", status.word())));
    }
    return events;
  }

  private ObjectNode progress() {
    return JSON.objectNode()
        .put("task", task)
        .put("stage", stage)
        .put("done", done)
        .put("total", total);
  }

  /// As the API shows it.
  synchronized ObjectNode json() {
    ObjectNode node = JSON.objectNode().put("id", id).put("status", status.word());
    ArrayNode list = node.putArray("results");
    for (RunResult result : results) {
      Task ran = result.task();
      ObjectNode one = list.addObject().put("task", ran.name());
      one.put("session", result.session().id())
          .put("output_space", Submission.shown(ran.output()))
          .put("rows", result.outputRows())
          .put("evaluated_by", evaluatedBy(result));
      one.set("metrics", SessionJson.node(result.session()).path("metrics"));
    }
    if (status == Status.RUNNING) {
      node.set("progress", progress());
    }
    if (problem != null) {
      node.set("error", Problems.document(problem));
    }
    return node;
  }

  private static String evaluatedBy(RunResult result) {
    boolean python =
        result.task().function().isPresent()
            && (result.session().metrics().pairsPython() > 0
                || result.session().taskKind().equals("transform"));
    if (!python) {
      return "compiled";
    }
    return result.task().function().get() instanceof FunctionSpec.Held ? "client" : "engine";
  }

  /// The temporary Space that holds the rows of a task whose output is a result.
  synchronized Optional<String> resultSpace(String taskName) {
    return results.stream()
        .map(RunResult::task)
        .filter(ran -> ran.name().equals(taskName))
        .map(Task::output)
        .filter(Submission::isResult)
        .map(OutputRef::label)
        .findFirst();
  }

  static Problem problemOf(Throwable failure) {
    return failure instanceof DovetailException known
        ? known.problem()
        : new Problem(
            ErrorCode.E499,
            "the run failed for a reason of its own: " + failure,
            "",
            "Nothing was published. Please report it.");
  }
}
