package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.sessions.queue.Run;
import dev.dovetail.sessions.queue.RunEnd;
import dev.dovetail.sessions.queue.RunLease;
import dev.dovetail.sessions.queue.RunQueue;
import dev.dovetail.sessions.queue.RunRequest;
import dev.dovetail.spaces.Commit.CatalogWork;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.run.JoinExplanation;
import dev.dovetail.tasks.run.RunSettings;
import dev.dovetail.tasks.run.TaskRunner;
import io.helidon.http.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.memory.BufferAllocator;

/// The runs of a namespace. Its queue has them all; what this server follows or has is here, too.
final class Runs {
  /// A hosted run that has ended so many servers fails. That of a user's own engine has nobody left
  /// who waits for it when the engine has gone.
  private static final int MOST_LOST_SERVERS = 5;

  private final String namespace;
  private final SpaceStore store;
  private final Functions functions;
  private final RunQueue queue;
  private final PythonEvaluator workers;
  private final BufferAllocator allocator;
  private final ServerConfig config;
  private final Observed observed;

  /// Those that have not ended, as far as somebody here follows them or this server has them.
  private final Map<String, FollowedRun> followed = new ConcurrentHashMap<>();

  /// @param namespace the name
  /// @param server the name of this process in queues
  Runs(
      String namespace,
      SpaceStore store,
      Functions functions,
      PythonEvaluator workers,
      BufferAllocator allocator,
      ServerConfig config,
      String server,
      Observed observed) {
    this.namespace = namespace;
    this.store = store;
    this.functions = functions;
    this.queue =
        new RunQueue(store, server, ServerLimits.LEASE, config.ownCode() ? 1 : MOST_LOST_SERVERS);
    this.workers = workers;
    this.allocator = allocator;
    this.config = config;
    this.observed = observed;
  }

  /// Takes a request in: a run that waits, or where its client must take part one that this server
  /// has at once. A missing input is E210 at once.
  ///
  /// @param caller whose runs are counted; refused with 429 beyond its limit
  /// @param key makes a request that is sent again the same run
  Submitted submit(ObjectNode json, Access.Caller caller, Optional<String> key) {
    Duration patience = Submission.patience(json);
    Submission checked = Submission.read(json, Submission.SOME_RUN, functions, config.ownCode());
    checked.graph().tasks().forEach(task -> TemporarySpaces.require(task, store));
    runner().requireInputs(checked.graph());
    RunRequest request = new RunRequest(namespace, caller.id(), json.toString(), key);
    int most = caller.limits().concurrentRuns();
    RunQueue.Submission submitted =
        (checked.needsCaller() ? queue.submitTaken(request, most) : queue.submit(request, most))
            .orElseThrow(
                () ->
                    new Refusal(
                        Status.TOO_MANY_REQUESTS_429,
                        "the token allows " + most + " runs at a time, and so many wait or go on"));
    FollowedRun run = follow(submitted.run());
    boolean here = submitted.isNew() && checked.needsCaller();
    return new Submitted(
        run, patience, here ? taken(new RunLease(submitted.run())) : Optional.empty());
  }

  /// A run that was submitted.
  ///
  /// @param patience how long the client waits for its end at first
  /// @param work what this server has to do for it by itself, without its coming out of the queue
  record Submitted(FollowedRun run, Duration patience, Optional<Runnable> work) {}

  FollowedRun require(String id) {
    FollowedRun run = followed.get(id);
    if (run != null) {
      return run;
    }
    return queue
        .find(namespace, id)
        .map(this::follow)
        .orElseThrow(
            () ->
                new Refusal(
                    Status.NOT_FOUND_404, "there is no run '" + id + "', or it ended long ago"));
  }

  private FollowedRun follow(Run row) {
    FollowedRun run = row.state().isFinal() ? newRun(row.id()) : followed(row.id());
    run.look();
    return run;
  }

  private FollowedRun followed(String id) {
    return followed.computeIfAbsent(id, this::newRun);
  }

  private FollowedRun newRun(String id) {
    return new FollowedRun(id, () -> queue.find(namespace, id));
  }

  /// Stops a run: one that this server has as soon as it can, any other one at once.
  void cancel(FollowedRun run) {
    run.attempt()
        .ifPresentOrElse(
            attempt -> attempt.control().cancel(),
            () -> {
              queue.cancel(namespace, run.id());
              run.look();
            });
  }

  /// How many this server has, or has somebody waiting for.
  long goingOn() {
    return followed.values().stream().filter(run -> !run.state().isFinal()).count();
  }

  JoinExplanation explain(Task task, RunOptions options) {
    if (!(task instanceof JoinTask join)) {
      throw new DovetailException(
          ErrorCode.E101,
          "task '" + task.name() + "' is a " + task.kind() + ", and only joins have plans",
          "",
          "Ask for the plan of a join.");
    }
    TemporarySpaces.require(task, store);
    try (RunControl control = new RunControl(options.timeout())) {
      return runner().explain(join, options.over(config.settings()), control);
    }
  }

  /// Takes the next run out of the queue; what comes back does it.
  Optional<Runnable> take() {
    return queue.take().flatMap(this::taken);
  }

  private Optional<Runnable> taken(RunLease lease) {
    try {
      Submission submission =
          Submission.read(lease.run().request(), lease.run().id(), functions, config.ownCode());
      Attempt attempt = Attempt.of(lease, submission);
      FollowedRun run = followed(attempt.id());
      run.take(attempt);
      return Optional.of(() -> work(run, attempt));
    } catch (DovetailException | Refusal e) { // what it needs has gone meanwhile
      end(lease, problemOf(e));
      return Optional.empty();
    }
  }

  private void work(FollowedRun run, Attempt attempt) {
    try (RunControl control = attempt.control()) {
      TaskRunner runner = runner();
      if (attempt.caller().isPresent()) {
        CallerChannel caller = attempt.caller().get();
        caller.awaitListener(control);
        runner = runner.withCaller(caller.interpreter());
      }
      try (var _ = control.onStop(() -> attempt.caller().ifPresent(CallerChannel::close))) {
        work(run, attempt, runner);
      }
    } catch (RuntimeException | Error e) {
      Problem problem = problemOf(e);
      if (problem.code() == ErrorCode.E499) {
        observed.fault("run " + run.id(), e);
      }
      end(attempt.lease(), problem);
    } finally {
      attempt.caller().ifPresent(CallerChannel::close);
      leave(run);
    }
  }

  /// Runs the tasks that no server before this one has done. Each one is published together with
  /// the word of it in the run's row, and the last one together with the run's end.
  private void work(FollowedRun run, Attempt attempt, TaskRunner runner) {
    RunLease lease = attempt.lease();
    List<Task> tasks = attempt.submission().graph().tasks();
    List<TaskResult> results = TaskResult.read(lease.run().result());
    RunSettings settings = attempt.submission().options().over(config.settings());
    Sessions sessions = new Sessions(store);
    String session = lease.sessionId();
    for (int i = results.size(); i < tasks.size(); i++) {
      Task task = tasks.get(i);
      boolean isLast = i == tasks.size() - 1;
      run.begin(task);
      Sessions told =
          sessions.ofAttempt(
              session,
              (recorded, problem) ->
                  problem.isPresent()
                      ? queue.finishing(lease, endOf(problem.get()))
                      : marking(lease, with(results, task, recorded), isLast));
      results.add(
          TaskResult.of(
              task,
              runner.withSessions(told).run(task, settings, attempt.control(), run).session()));
      run.add(results);
      session = sessions.newId(Instant.now());
    }
    if (tasks.isEmpty()) {
      queue.finish(lease, new RunEnd.Done(TaskResult.write(results)));
    }
  }

  private static List<TaskResult> with(List<TaskResult> results, Task task, Session session) {
    List<TaskResult> all = new ArrayList<>(results);
    all.add(TaskResult.of(task, session));
    return all;
  }

  private CatalogWork marking(RunLease lease, List<TaskResult> results, boolean isLast) {
    String text = TaskResult.write(results);
    return isLast ? queue.finishing(lease, new RunEnd.Done(text)) : queue.advancing(lease, text);
  }

  /// Ends a run that has failed, where the recording of its session has not done so. If the row
  /// cannot be reached another server takes the run when the lease has passed.
  private void end(RunLease lease, Problem problem) {
    try {
      queue.finish(lease, endOf(problem));
    } catch (DovetailException told) {
      // it has ended already, is no longer this server's, or the catalog is away
    }
  }

  private static RunEnd endOf(Problem problem) {
    return problem.code() == ErrorCode.E402
        ? new RunEnd.Cancelled(problem)
        : new RunEnd.Failed(problem);
  }

  private void leave(FollowedRun run) {
    try {
      run.leave();
    } catch (DovetailException e) {
      // its followers go on looking
    }
    if (run.state().isFinal()) {
      observed.ended(run.state());
      followed.remove(run.id());
    }
  }

  private static Problem problemOf(Throwable failure) {
    return switch (failure) {
      case DovetailException known -> known.problem();
      case Refusal refusal ->
          new Problem(ErrorCode.E101, String.valueOf(refusal.getMessage()), "", "Submit it again.");
      default ->
          new Problem(
              ErrorCode.E499,
              "the run failed for a reason of its own: " + failure,
              "",
              "Nothing was published. Please report it.");
    };
  }

  /// Tells the queue that this server still has its runs, and stops those that it no longer has.
  void heartbeat() {
    for (FollowedRun run : followed.values()) {
      run.attempt()
          .filter(attempt -> !queue.heartbeat(attempt.lease()))
          .ifPresent(attempt -> attempt.control().cancel());
    }
  }

  /// Forgets what ended long ago, with its rows, and removes files that nothing needs.
  void forget(Duration age) {
    followed.values().forEach(FollowedRun::look);
    followed.values().removeIf(run -> run.state().isFinal());
    queue.expire(age);
    store.dropTemporary(Instant.now().minus(age));
    store.collectGarbage();
  }

  /// Cancels what nobody has looked at since a time.
  void cancelAbandoned(Instant since) {
    followed.values().stream().filter(run -> run.isAbandonedSince(since)).forEach(this::cancel);
  }

  /// Stops what this server has. A hosted run is given back first, so that another server takes it
  /// up; that of a user's own engine ends.
  void stop() {
    for (FollowedRun run : followed.values()) {
      run.attempt().ifPresent(this::stop);
    }
  }

  private void stop(Attempt attempt) {
    try {
      if (!config.ownCode()) {
        queue.giveBack(attempt.lease());
      }
    } catch (DovetailException away) {
      // then the lease must pass
    }
    attempt.control().cancel();
  }

  private TaskRunner runner() {
    return new TaskRunner(store, workers, allocator);
  }
}
