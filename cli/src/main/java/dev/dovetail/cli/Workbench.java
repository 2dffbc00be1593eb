package dev.dovetail.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.memory.SpillFolder;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.ScriptHost;
import dev.dovetail.polyglot.eval.ScriptLaunch;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.run.JoinExplanation;
import dev.dovetail.tasks.run.RunResult;
import dev.dovetail.tasks.run.RunSettings;
import dev.dovetail.tasks.run.TaskRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// What a command works with: the store, the Python workers, memory, the deadline and the progress
/// of this process.
final class Workbench implements AutoCloseable {
  private final RunSettings settings;
  private final Path spoolFolder;
  private final BufferAllocator allocator = new RootAllocator();
  private final SpaceStore store;
  private final PythonWorkers workers;
  private final TaskRunner runner;
  private final RunControl control;
  private final Progress progress;

  private Workbench(Dovetail options) {
    spoolFolder = options.spillDir != null ? options.spillDir : options.home.resolve("tmp");
    settings = settings(options, spoolFolder);
    store =
        options.database.isEmpty()
            ? SpaceStore.open(options.home, allocator)
            : SpaceStore.open(options.home, options.database, allocator);
    workers = new PythonWorkers(WorkerSettings.fromSystem());
    runner = new TaskRunner(store, workers, allocator);
    control = new RunControl(Optional.ofNullable(options.timeout).map(Timeout::duration));
    Interruption.cancels(control);
    progress = options.quiet || !stderrIsTerminal() ? Progress.NONE : new ProgressBars(System.err);
  }

  static Workbench open(Dovetail options) {
    return new Workbench(options);
  }

  private static RunSettings settings(Dovetail options, Path spillFolder) {
    return new RunSettings(
        options.memory != null ? options.memory.bytes() : Memory.defaultBudget(),
        options.threads != null ? options.threads : Runtime.getRuntime().availableProcessors(),
        Optional.ofNullable(options.strategy),
        options.maxOutputRows != null
            ? OptionalLong.of(options.maxOutputRows)
            : OptionalLong.empty(),
        options.maxPairs != null ? options.maxPairs : RunSettings.DEFAULT_MAX_PAIRS,
        Optional.of(spillFolder),
        options.maxSpill != null ? OptionalLong.of(options.maxSpill.bytes()) : OptionalLong.empty(),
        SpillFolder.Use.BEYOND_BUDGET);
  }

  /// The launcher says so: a JVM cannot ask which of its streams is a terminal.
  private static boolean stderrIsTerminal() {
    return "tty".equals(System.getProperty("dovetail.stderr"));
  }

  SpaceStore store() {
    return store;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  RunSettings settings() {
    return settings;
  }

  PythonWorkers workers() {
    return workers;
  }

  RunControl control() {
    return control;
  }

  Progress progress() {
    return progress;
  }

  /// Ends the bar, so that what is printed next begins a line.
  void endProgress() {
    if (progress instanceof ProgressBars bars) {
      bars.close();
    }
  }

  Path spoolFolder() {
    return spoolFolder;
  }

  RunResult run(Task task) {
    return run(task, runner);
  }

  RunResult run(Task task, TaskRunner chosen) {
    try {
      return chosen.run(task, settings, control, progress);
    } finally {
      endProgress();
    }
  }

  JoinExplanation explain(JoinTask join) {
    return runner.explain(join, settings, control);
  }

  /// Runs a join for its counts; the rows go to a temporary file.
  ObjectNode analyze(JoinTask join) {
    Path rows = spoolFolder.resolve("analyze-" + ProcessHandle.current().pid() + ".arrow");
    try {
      Files.createDirectories(spoolFolder);
      RunResult result = run(join.withOutput(OutputRef.File.of(rows.toString())));
      return (ObjectNode) SessionJson.node(result.session()).path("metrics");
    } catch (IOException e) {
      throw new DovetailException(
          ErrorCode.E201,
          "the folder cannot be made: " + e.getMessage(),
          spoolFolder.toString(),
          "Choose another with --spill-dir.");
    } finally {
      rows.toFile().delete();
    }
  }

  void requireInputs(TaskGraph graph) {
    runner.requireInputs(graph);
  }

  TaskRunner runner() {
    return runner;
  }

  /// Runs a script in an interpreter of its own; the script's exit code.
  int runScript(String script, List<String> arguments) {
    String packages = System.getProperty("dovetail.python");
    if (packages == null || !Files.isDirectory(Path.of(packages))) {
      throw new IllegalStateException(
          "the Python package is not where dovetail.python says: " + packages);
    }
    return new ScriptHost(WorkerSettings.fromSystem())
        .run(
            ScriptLaunch.inheriting(Path.of(script), arguments, Path.of(packages)),
            new ScriptService(this),
            control);
  }

  @Override
  public void close() {
    endProgress();
    workers.close();
    control.close();
    store.close();
    allocator.close();
  }
}
