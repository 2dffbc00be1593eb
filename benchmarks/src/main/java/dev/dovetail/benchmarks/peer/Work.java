package dev.dovetail.benchmarks.peer;

import dev.dovetail.engine.join.JoinDriver;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.JoinOutcome;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.memory.SpillFolder;
import dev.dovetail.engine.plan.Choice;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.engine.shape.Duplicates;
import dev.dovetail.engine.shape.FlatShape;
import dev.dovetail.engine.shape.JoinShape;
import dev.dovetail.engine.shape.MatchesShape;
import dev.dovetail.engine.shape.RowShape;
import dev.dovetail.polyglot.compile.PredicateCompiler;
import dev.dovetail.polyglot.compile.Visible;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;

/// A case with its tables in memory, to be joined any number of times.
final class Work implements AutoCloseable {
  private final PeerCase task;
  private final PythonEvaluator python;
  private final BufferAllocator allocator;
  private final MemoryTable x;
  private final MemoryTable y;
  private final FunctionSource function;
  private final Path spillFolder;

  /// One repetition.
  ///
  /// @param stages how long the driver's stages took, and what comes before them
  /// @param plan how it was run, and why
  /// @param engineBytes the most that the engine held at a time within its budget
  /// @param spilledBytes what it kept in files
  /// @param result the caller's to close
  record Repetition(
      double seconds,
      Map<String, Double> stages,
      String plan,
      long engineBytes,
      long spilledBytes,
      HeldBatches result) {}

  Work(PeerCase task, PythonEvaluator python, BufferAllocator allocator) {
    this.task = task;
    this.python = python;
    this.allocator = allocator;
    this.x = read(task.x());
    this.y = task.y().equals(task.x()) ? x : read(task.y());
    this.spillFolder = Path.of(task.x()).resolveSibling("spill");
    this.function = new FunctionSource.Lambda(task.function(), "", Origin.named("<lambda>"));
  }

  private MemoryTable read(String path) {
    ReadOptions options = ReadOptions.detect(Path.of(path).resolveSibling("spool"));
    try (BatchSource source = FileReaders.open(path, options, allocator, _ -> {})) {
      return MemoryTable.copyOf(source, allocator);
    }
  }

  /// Joins once.
  Repetition run() {
    HeldBatches held = new HeldBatches(allocator);
    boolean complete = false;
    long start = System.nanoTime();
    SpillFolder spill = new SpillFolder(spillFolder, OptionalLong.empty());
    try (BufferAllocator memory = allocator.newChildAllocator("run", 0, task.memoryBytes());
        Workers workers = new Workers(task.threads())) {
      Execution execution =
          new Execution(memory, Optional.of(spill), workers, RunControl.unlimited());
      Map<String, Double> stages = new LinkedHashMap<>();
      String plan = join(execution, held, stages, start);
      complete = true;
      return new Repetition(
          seconds(start),
          stages,
          plan,
          memory.getPeakMemoryAllocation(),
          spill.writtenBytes(),
          held);
    } finally {
      if (!complete) {
        held.close();
      }
    }
  }

  private String join(
      Execution execution, HeldBatches held, Map<String, Double> stages, long start) {
    try (KeyedRows xRows = keyed("x", x, execution);
        KeyedRows yRows = y == x ? xRows : keyed("y", y, execution)) {
      stages.put("keys", seconds(start));
      try (PairJudge judge = python.judge(function, Map.of(), xRows, yRows, execution.control())) {
        OptionalInt latestBy = task.asOf().stream().mapToInt(yRows::column).findFirst();
        JoinPlan plan = new JoinPlan("x", "y", conjuncts(xRows, yRows), Optional.empty(), latestBy);
        JoinDriver driver =
            new JoinDriver(
                xRows,
                List.of(new JoinInput(yRows, plan, judge)),
                JoinSettings.DEFAULT.withStrategy(task.strategy()),
                execution,
                Progress.NONE);
        try (RowShape shape = shape(xRows, yRows, held, execution)) {
          JoinOutcome outcome = driver.run(shape);
          outcome.failure().ifPresent(failure -> fail(failure.error().message()));
          long complete = System.nanoTime();
          shape.complete();
          stages.put("complete", seconds(complete));
          stages.putAll(outcome.metrics().seconds());
        }
        Choice choice = driver.choices().getFirst();
        return choice.strategy().label() + ", " + choice.because();
      }
    }
  }

  private RowShape shape(KeyedRows xRows, KeyedRows yRows, BatchSink held, Execution execution) {
    List<MatchesShape.Part> parts = List.of(new MatchesShape.Part(yRows, y));
    return task.shape() == JoinShape.MATCHES
        ? new MatchesShape(xRows, x, parts, Duplicates.EXPAND, held, execution)
        : new FlatShape(task.shape(), xRows, x, parts, Duplicates.EXPAND, held, execution);
  }

  private KeyedRows keyed(String name, MemoryTable table, Execution execution) {
    return KeyedRows.of(name, table, task.key(), task.evidence(), execution);
  }

  private List<Conjunct> conjuncts(KeyedRows xRows, KeyedRows yRows) {
    if (task.interpreted()) {
      return List.of(new Conjunct.Opaque(task.function(), "the benchmark asks for Python"));
    }
    return PredicateCompiler.compile(
            function, Visible.of(xRows.schema()), Visible.of(yRows.schema()), Map.of())
        .conjuncts();
  }

  private static void fail(String message) {
    throw new IllegalStateException("a pair failed: " + message);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public void close() {
    if (y != x) {
      y.close();
    }
    x.close();
  }
}
