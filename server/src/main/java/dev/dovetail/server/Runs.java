package dev.dovetail.server;

import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.run.JoinExplanation;
import dev.dovetail.tasks.run.RunSettings;
import dev.dovetail.tasks.run.TaskRunner;
import io.helidon.http.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;

/// The runs of a namespace: those that wait, go on, or have ended a while ago.
final class Runs {
  private final SpaceStore store;
  private final Sessions sessions;
  private final PythonEvaluator workers;
  private final BufferAllocator allocator;
  private final RunSettings settings;
  private final Executor threads;
  private final Consumer<Run.Status> ended;
  private final Map<String, Run> runs = new ConcurrentHashMap<>();

  /// @param settings what one run gets at most
  /// @param threads on which runs go on
  /// @param ended told of each run's end
  Runs(
      SpaceStore store,
      PythonEvaluator workers,
      BufferAllocator allocator,
      RunSettings settings,
      Executor threads,
      Consumer<Run.Status> ended) {
    this.store = store;
    this.sessions = new Sessions(store);
    this.workers = workers;
    this.allocator = allocator;
    this.settings = settings;
    this.threads = threads;
    this.ended = ended;
  }

  String newId() {
    return sessions.newId(Instant.now());
  }

  /// Takes the tasks in; they begin when a thread is free. A missing input is E210 at once.
  ///
  /// @param caller whose runs are counted; refused with 429 beyond its limit
  Run submit(Submission submission, Access.Caller caller) {
    int most = caller.limits().concurrentRuns();
    if (runs.values().stream().filter(run -> run.isOf(caller)).count() >= most) {
      throw new Refusal(
          Status.TOO_MANY_REQUESTS_429,
          "the token allows " + most + " runs at a time, and so many wait or go on");
    }
    runner().requireInputs(submission.graph());
    Run run =
        new Run(
            submission.runId(),
            caller.id(),
            submission.graph().tasks(),
            new RunControl(submission.options().timeout()),
            submission.needsCaller() ? Optional.of(new CallerChannel()) : Optional.empty());
    RunSettings granted = submission.options().over(settings);
    runs.put(run.id(), run);
    threads.execute(() -> work(run, granted));
    return run;
  }

  Run require(String id) {
    Run run = runs.get(id);
    if (run == null) {
      throw new Refusal(Status.NOT_FOUND_404, "there is no run '" + id + "', or it ended long ago");
    }
    return run;
  }

  /// How many wait or go on.
  long goingOn() {
    return runs.values().stream().filter(run -> !run.status().isEnd()).count();
  }

  JoinExplanation explain(Task task, RunOptions options) {
    if (!(task instanceof JoinTask join)) {
      throw new DovetailException(
          ErrorCode.E101,
          "task '" + task.name() + "' is a " + task.kind() + ", and only joins have plans",
          "",
          "Ask for the plan of a join.");
    }
    try (RunControl control = new RunControl(options.timeout())) {
      return runner().explain(join, options.over(settings), control);
    }
  }

  /// Forgets what ended long ago, with its rows.
  void forget(Instant before) {
    runs.values().removeIf(run -> run.endedBefore(before));
    store.dropTemporary(before);
  }

  private TaskRunner runner() {
    return new TaskRunner(store, workers, allocator);
  }

  private void work(Run run, RunSettings granted) {
    try (RunControl control = run.control()) {
      if (!run.begin()) {
        return;
      }
      TaskRunner runner = runner();
      if (run.caller().isPresent()) {
        CallerChannel caller = run.caller().get();
        caller.awaitListener(control);
        runner = runner.withCaller(caller.interpreter());
      }
      work(run, granted, runner, control);
      run.end();
    } catch (DovetailException e) {
      run.fail(e.problem());
    } catch (RuntimeException | Error e) {
      run.fail(Run.problemOf(e));
    } finally {
      run.caller().ifPresent(CallerChannel::close);
      ended.accept(run.status());
    }
  }

  private void work(Run run, RunSettings granted, TaskRunner runner, RunControl control) {
    try (var _ = control.onStop(() -> run.caller().ifPresent(CallerChannel::close))) {
      String session = run.id();
      for (Task task : run.tasks()) {
        run.begin(task);
        Sessions told = sessions.ofAttempt(session, _ -> _ -> {});
        run.add(runner.withSessions(told).run(task, granted, control, run));
        session = newId();
      }
    }
  }

  /// Cancels what nobody has looked at since a time.
  void cancelAbandoned(Instant since) {
    runs.values().stream().filter(run -> run.isAbandonedSince(since)).forEach(Run::cancel);
  }

  void cancelAll() {
    runs.values().forEach(Run::cancel);
  }
}
