package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.sessions.queue.Run;
import dev.dovetail.sessions.queue.RunState;
import dev.dovetail.tasks.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A run as those see it who follow it. While this server has it they are told each step; while it
/// waits, or another server has it, its row is looked at again and again. Followers wait for its
/// next *event*: events count from 1, and of progress only the latest is kept.
final class FollowedRun implements Progress {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final long MILLIS_BETWEEN_LOOKS = 500;

  /// What a follower is told.
  ///
  /// @param id of the event, which a follower names to go on behind it
  record Event(long id, String name, ObjectNode data) {}

  private final String id;
  private final Supplier<Optional<Run>> row;
  private final List<Event> notes = new ArrayList<>();
  private Optional<Attempt> attempt = Optional.empty();
  private RunState state = RunState.QUEUED;
  private List<TaskResult> results = List.of();
  private @Nullable Problem problem;
  private long lastEvent;
  private long progressEvent;
  private Instant lookedAt = Instant.now();
  private String task = "";
  private String stage = "";
  private long total = -1;
  private long done;

  /// @param row reads how the run stands
  FollowedRun(String id, Supplier<Optional<Run>> row) {
    this.id = id;
    this.row = row;
  }

  String id() {
    return id;
  }

  synchronized RunState state() {
    return state;
  }

  /// What this server does for the run; empty while it has not got it.
  synchronized Optional<Attempt> attempt() {
    return attempt;
  }

  /// Whether it has not ended, and nobody has looked at it since a time.
  synchronized boolean isAbandonedSince(Instant time) {
    return !state.isFinal() && lookedAt.isBefore(time);
  }

  /// This server has got it. It still counts as waiting until its first task begins.
  synchronized void take(Attempt taken) {
    attempt = Optional.of(taken);
    results = TaskResult.read(taken.lease().run().result());
  }

  synchronized void begin(Task next) {
    if (state != RunState.RUNNING) {
      state = RunState.RUNNING;
      changed();
    }
    task = next.name();
    start("starting", -1);
  }

  synchronized void add(List<TaskResult> all) {
    results = List.copyOf(all);
  }

  /// This server no longer has it; from now on its row says how it stands.
  void leave() {
    synchronized (this) {
      attempt = Optional.empty();
    }
    look();
  }

  /// Learns from its row how it stands, unless this server has it and knows better.
  synchronized void look() {
    if (attempt.isEmpty() && !state.isFinal()) {
      row.get().ifPresent(this::stands);
    }
  }

  private void stands(Run now) {
    results = TaskResult.read(now.result());
    if (now.state() == state) {
      return;
    }
    state = now.state();
    problem =
        now.problem()
            .orElse(
                state == RunState.CANCELLED
                    ? new Problem(
                        ErrorCode.E402, "the run was cancelled", "", "Nothing more was published.")
                    : null);
    changed();
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
    look();
    long until = System.nanoTime() + longest.toNanos();
    while (!state.isFinal()) {
      long millis = millisToWait(until);
      if (millis == 0) {
        return;
      }
      wait(millis);
      look();
    }
  }

  /// The events behind one, waiting for the first of them; empty if none comes in time. One that
  /// another server has counted may be ahead of all that this one knows, and counts as none.
  synchronized List<Event> events(long behind, Duration longest) throws InterruptedException {
    lookedAt = Instant.now();
    look();
    long until = System.nanoTime() + longest.toNanos();
    long seen = behind > lastEvent ? 0 : behind;
    while (lastEvent <= seen && !state.isFinal()) {
      long millis = millisToWait(until);
      if (millis == 0) {
        return List.of();
      }
      wait(millis);
      look();
    }
    List<Event> events = new ArrayList<>();
    notes.stream().filter(note -> note.id() > seen).forEach(events::add);
    if (progressEvent > seen && !state.isFinal()) {
      events.add(new Event(progressEvent, "progress", progress()));
    }
    if (state.isFinal()) {
      events.add(new Event(lastEvent, "end", json()));
    } else if (events.isEmpty()) {
      events.add(new Event(lastEvent, "status", JSON.objectNode().put("status", state.word())));
    }
    return events;
  }

  /// How long to wait for a change before it is time to look again; 0 if there is no time left.
  private long millisToWait(long until) {
    long left = Math.max(0, (until - System.nanoTime()) / 1_000_000);
    return attempt.isPresent() ? left : Math.min(left, MILLIS_BETWEEN_LOOKS);
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
    ObjectNode node = JSON.objectNode().put("id", id).put("status", state.word());
    ArrayNode list = node.putArray("results");
    results.forEach(result -> list.add(result.json()));
    if (state == RunState.RUNNING && attempt.isPresent()) {
      node.set("progress", progress());
    }
    if (problem != null) {
      node.set("error", Problems.document(problem));
    }
    return node;
  }

  /// The temporary Space that holds the rows of a task whose output is a result.
  synchronized Optional<String> resultSpace(String taskName) {
    return results.stream()
        .filter(result -> result.task().equals(taskName))
        .map(TaskResult::output)
        .filter(TemporarySpaces::has)
        .findFirst();
  }
}
