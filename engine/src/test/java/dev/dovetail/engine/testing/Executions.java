package dev.dovetail.engine.testing;

import dev.dovetail.engine.memory.SpillFolder;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;

/// Executions of tests, which share their threads.
public final class Executions {
  private static final List<Workers> WORKERS =
      IntStream.rangeClosed(0, 8).mapToObj(n -> new Workers(Math.max(1, n))).toList();

  private Executions() {}

  /// One thread, nothing spilled, never stopped.
  public static Execution of(BufferAllocator allocator) {
    return of(allocator, 1, RunControl.unlimited());
  }

  /// Nothing is spilled.
  ///
  /// @param threads up to 8
  public static Execution of(BufferAllocator allocator, int threads, RunControl control) {
    return new Execution(allocator, Optional.empty(), WORKERS.get(threads), control);
  }

  /// Everything is spilled to a folder.
  ///
  /// @param threads up to 8
  public static Execution spilling(BufferAllocator allocator, int threads, Path folder) {
    return new Execution(
        allocator,
        Optional.of(new SpillFolder(folder, OptionalLong.empty(), SpillFolder.Use.ALWAYS)),
        WORKERS.get(threads),
        RunControl.unlimited());
  }
}
