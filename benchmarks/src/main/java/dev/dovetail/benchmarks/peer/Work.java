package dev.dovetail.benchmarks.peer;

import dev.dovetail.engine.join.JoinDriver;
import dev.dovetail.engine.join.JoinInput;
import dev.dovetail.engine.join.JoinOutcome;
import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.compile.PredicateCompiler;
import dev.dovetail.polyglot.compile.Visible;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// A case with its tables in memory, to be joined any number of times.
final class Work implements AutoCloseable {
  private final PeerCase task;
  private final PythonEvaluator python;
  private final BufferAllocator allocator;
  private final MemoryTable x;
  private final MemoryTable y;
  private final FunctionSource function;

  /// One repetition: how long it took, the stages of the driver and of what surrounds it, and how
  /// it was run.
  record Repetition(double seconds, Map<String, Double> stages, String plan, HeldBatches result) {}

  Work(PeerCase task, PythonEvaluator python, BufferAllocator allocator) {
    this.task = task;
    this.python = python;
    this.allocator = allocator;
    this.x = read(task.x());
    this.y = task.y().equals(task.x()) ? x : read(task.y());
    this.function = new FunctionSource.Lambda(task.function(), "", Origin.named("<lambda>"));
  }

  private MemoryTable read(String path) {
    ReadOptions options = ReadOptions.detect(Path.of(path).resolveSibling("spool"));
    try (BatchSource source = FileReaders.open(path, options, allocator, _ -> {})) {
      return MemoryTable.copyOf(source, allocator);
    }
  }

  /// Joins; the result belongs to the caller.
  Repetition run() {
    RunControl control = RunControl.unlimited();
    HeldBatches held = new HeldBatches(allocator);
    boolean complete = false;
    long start = System.nanoTime();
    try (KeyedRows xRows = keyed("x", x, control);
        KeyedRows yRows = y == x ? xRows : keyed("y", y, control)) {
      Map<String, Double> stages = new LinkedHashMap<>();
      stages.put("keys", seconds(start));
      try (PairJudge judge = python.judge(function, Map.of(), xRows, yRows, control)) {
        JoinInput input =
            new JoinInput(
                yRows, new JoinPlan("x", "y", conjuncts(xRows, yRows), Optional.empty()), judge);
        JoinDriver driver =
            new JoinDriver(
                xRows,
                List.of(input),
                new JoinSettings(task.threads(), task.strategy(), task.memoryBytes()),
                control,
                Progress.NONE);
        Shape.Writer writer =
            task.shape().writer(new Shape.Sides(xRows, x, yRows, y), held, allocator, control);
        JoinOutcome outcome = driver.run(writer.consumer());
        outcome.failure().ifPresent(failure -> fail(failure.error().message()));
        writer.flush().run();
        stages.putAll(outcome.metrics().seconds());
        complete = true;
        return new Repetition(
            seconds(start),
            stages,
            driver.choices().getFirst().strategy().label()
                + ", "
                + driver.choices().getFirst().because(),
            held);
      }
    } finally {
      if (!complete) {
        held.close();
      }
    }
  }

  private KeyedRows keyed(String name, MemoryTable table, RunControl control) {
    return KeyedRows.of(name, table, task.key(), task.evidence(), allocator, control);
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
