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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;

/// The runs of a namespace: those that wait, go on, or have ended a while ago. Each takes a thread
/// of the platform, since the engine computes and waits for processes; a virtual one must not be
/// pinned by that.
final class Runs implements AutoCloseable {
  private final SpaceStore store;
  private final Sessions sessions;
  private final PythonEvaluator workers;
  private final BufferAllocator allocator;
  private final RunSettings settings;
  private final ExecutorService threads;
  private final Map<String, Run> runs = new ConcurrentHashMap<>();

  /// @param settings what one run gets at most
  Runs(
      SpaceStore store,
      PythonEvaluator workers,
      BufferAllocator allocator,
      RunSettings settings,
      ServerLimits limits) {
    this.store = store;
    this.sessions = new Sessions(store);
    this.workers = workers;
    this.allocator = allocator;
    this.settings = settings;
    this.threads =
        Executors.newFixedThreadPool(
            limits.concurrentRuns(), Thread.ofPlatform().name("run-", 0).factory());
  }

  String newId() {
    return sessions.newId(Instant.now());
  }

  /// Takes the tasks in; they begin when a thread is free. A missing input is E210 at once.
  Run submit(Submission submission) {
    runner().requireInputs(submission.graph());
    Run run =
        new Run(
            submission.runId(),
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

  /// Whether something waits or goes on.
  boolean isBusy() {
    return runs.values().stream().anyMatch(run -> !run.status().isEnd());
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
    }
  }

  private void work(Run run, RunSettings granted, TaskRunner runner, RunControl control) {
    try (var _ = control.onStop(() -> run.caller().ifPresent(CallerChannel::close))) {
      String session = run.id();
      for (Task task : run.tasks()) {
        run.begin(task);
        run.add(runner.run(task, session, granted, control, run));
        session = newId();
      }
    }
  }

  /// Cancels what goes on and waits a moment for it.
  @Override
  public void close() {
    runs.values().forEach(Run::cancel);
    threads.shutdown();
    try {
      boolean _ = threads.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
