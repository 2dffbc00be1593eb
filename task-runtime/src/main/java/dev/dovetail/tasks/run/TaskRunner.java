package dev.dovetail.tasks.run;

import dev.dovetail.engine.memory.SpillFolder;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.tasks.FunctionSpec;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.TransformTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;

/// Runs tasks against one home: the door of `task-runtime`.
///
/// ```
/// TaskRunner runner = new TaskRunner(store, workers, allocator);
/// RunResult result = runner.run(task, RunSettings.defaults(), control, Progress.NONE);
/// List<RunResult> all = runner.run(new TaskGraph(tasks), settings, control, progress);
/// String plan = runner.explain(join, settings, control).text();
/// ```
///
/// A run publishes its output and its session together, or fails with a [DovetailException] and
/// publishes nothing; then a session says why, as far as the home can be written. Thread-safe as
/// far as its parts are: run one task at a time per runner.
public final class TaskRunner {
  private final SpaceStore store;
  private final Sessions sessions;
  private final PythonEvaluator workers;
  private final Optional<PythonEvaluator> caller;
  private final BufferAllocator allocator;

  /// A runner whose functions are evaluated in worker processes.
  ///
  /// @param allocator the memory of runs; each run takes a child of it with its own budget
  public TaskRunner(SpaceStore store, PythonEvaluator workers, BufferAllocator allocator) {
    this(store, new Sessions(store), workers, Optional.empty(), allocator);
  }

  private TaskRunner(
      SpaceStore store,
      Sessions sessions,
      PythonEvaluator workers,
      Optional<PythonEvaluator> caller,
      BufferAllocator allocator) {
    this.store = store;
    this.sessions = sessions;
    this.workers = workers;
    this.caller = caller;
    this.allocator = allocator;
  }

  /// The same runner for tasks of a Python that waits for them, and evaluates the functions that
  /// cannot leave it ([FunctionSpec.Held]); all others still go to the workers.
  public TaskRunner withCaller(PythonEvaluator interpreter) {
    return new TaskRunner(store, sessions, workers, Optional.of(interpreter), allocator);
  }

  /// The same runner for one task, whose session is recorded as an attempt of a queued run
  /// ([Sessions#ofAttempt]).
  public TaskRunner withSessions(Sessions attempt) {
    return new TaskRunner(store, attempt, workers, caller, allocator);
  }

  public Sessions sessions() {
    return sessions;
  }

  /// Runs the tasks in their order, up to the first that fails. A missing input Space is E210
  /// before anything runs.
  public List<RunResult> run(
      TaskGraph graph, RunSettings settings, RunControl control, Progress progress) {
    requireInputs(graph);
    List<RunResult> results = new ArrayList<>();
    for (Task task : graph.tasks()) {
      results.add(run(task, settings, control, progress));
    }
    return results;
  }

  /// Refuses with E210 what the graph reads, and neither is there nor is made by it.
  public void requireInputs(TaskGraph graph) {
    graph.requireInputs(this::exists, () -> store.list().stream().map(SpaceVersion::name).toList());
  }

  /// Runs one task.
  public RunResult run(Task task, RunSettings settings, RunControl control, Progress progress) {
    Session session =
        within(
            task,
            settings,
            control,
            progress,
            true,
            context ->
                switch (task) {
                  case JoinTask join -> new JoinRun(join, context).run();
                  case TransformTask transform -> new TransformRun(transform, context).run();
                });
    return new RunResult(task, session);
  }

  /// Plans a join as [#run] would, and runs nothing but key functions of its gate. Leaves no
  /// session.
  public JoinExplanation explain(JoinTask task, RunSettings settings, RunControl control) {
    return within(
        task,
        settings,
        control,
        Progress.NONE,
        false,
        context -> new JoinRun(task, context).explain());
  }

  private <T> T within(
      Task task,
      RunSettings settings,
      RunControl control,
      Progress progress,
      boolean recorded,
      Function<RunContext, T> work) {
    Instant startedAt = Instant.now();
    String id = sessions.newId(startedAt);
    try (BufferAllocator memory =
            allocator.newChildAllocator("run " + id, 0, settings.memoryBytes());
        Workers threads = new Workers(settings.threads())) {
      Execution execution =
          new Execution(memory, Optional.of(spillFolder(settings)), threads, control);
      RunLog log = new RunLog(task, id, startedAt, memory);
      RunContext context =
          new RunContext(store, sessions, host(task, recorded), settings, execution, progress, log);
      try {
        return work.apply(context);
      } catch (DovetailException e) {
        throw recorded ? record(log, e) : e;
      } catch (OutOfMemoryException | OutOfMemoryError e) {
        DovetailException spent = spent(settings, e);
        throw recorded ? record(log, spent) : spent;
      } catch (RuntimeException e) {
        DovetailException internal = internal(e);
        throw recorded ? record(log, internal) : internal;
      }
    }
  }

  private SpillFolder spillFolder(RunSettings settings) {
    return new SpillFolder(
        settings.spillFolder().orElse(store.home().resolve("tmp")),
        settings.mostSpilledBytes(),
        settings.spilling());
  }

  /// Functions that the caller holds are evaluated there; without one a plan of theirs can be made,
  /// and the workers refuse to run them.
  private PythonEvaluator host(Task task, boolean runs) {
    boolean held = task.function().filter(FunctionSpec.Held.class::isInstance).isPresent();
    if (!held) {
      return workers;
    }
    return caller.orElseGet(() -> runs ? workers : new PlannedOnly(workers));
  }

  /// Leaves a session of a run that failed. What the run failed with is what the caller must hear,
  /// so trouble with recording only goes along with it.
  private DovetailException record(RunLog log, DovetailException failure) {
    try {
      store.transact(sessions.recording(log.failed(failure), failure.problem()));
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private boolean exists(InputRef.Space space) {
    return space.version().isPresent()
        ? store.history(space.name()).stream()
            .anyMatch(version -> version.version() == space.version().getAsLong())
        : store.find(space.name()).isPresent();
  }

  private static DovetailException spent(RunSettings settings, Throwable cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E403,
            "the run needs more memory than its budget of "
                + (settings.memoryBytes() >> 20)
                + " MiB",
            "",
            "Nothing was published. Raise --memory."),
        cause);
  }

  private static DovetailException internal(RuntimeException cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E499,
            "the run failed for a reason of its own: " + cause,
            "",
            "Nothing was published. Report it with what --debug shows."),
        cause);
  }
}
