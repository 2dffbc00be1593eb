package dev.dovetail.tasks.run;

import dev.dovetail.engine.memory.SpillFolder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// How tasks are run; none of it changes an answer.
///
/// @param memoryBytes for columns, indexes and matches on their way; beyond it they are spilled
/// @param threads compiled conditions are tested on so many threads
/// @param strategy forces a join strategy by name, for tests
/// @param maxOutputRows a run that would write more rows is refused with E404
/// @param maxPairs a join without an index over more pairs than this is refused with E407
/// @param spillFolder for temporary files; the home's `tmp` if empty
/// @param mostSpilledBytes the most that lies there at a time, E406 beyond; the disk if empty
/// @param spilling what goes there
public record RunSettings(
    long memoryBytes,
    int threads,
    Optional<String> strategy,
    OptionalLong maxOutputRows,
    long maxPairs,
    Optional<Path> spillFolder,
    OptionalLong mostSpilledBytes,
    SpillFolder.Use spilling) {
  public static final long DEFAULT_MAX_PAIRS = 10_000_000_000L;

  public RunSettings {
    if (memoryBytes < 1 || threads < 1 || maxPairs < 0) {
      throw new IllegalArgumentException(
          memoryBytes + " bytes, " + threads + " threads, " + maxPairs + " pairs");
    }
  }

  /// All processors, half of the heap, no limit on rows.
  public static RunSettings defaults() {
    return new RunSettings(
        Runtime.getRuntime().maxMemory() / 2,
        Runtime.getRuntime().availableProcessors(),
        Optional.empty(),
        OptionalLong.empty(),
        DEFAULT_MAX_PAIRS,
        Optional.empty(),
        OptionalLong.empty(),
        SpillFolder.Use.BEYOND_BUDGET);
  }

  /// For tests: with everything in files.
  public RunSettings withAllSpilled() {
    return new RunSettings(
        memoryBytes,
        threads,
        strategy,
        maxOutputRows,
        maxPairs,
        spillFolder,
        mostSpilledBytes,
        SpillFolder.Use.ALWAYS);
  }

  public RunSettings withMemory(long bytes) {
    return new RunSettings(
        bytes, threads, strategy, maxOutputRows, maxPairs, spillFolder, mostSpilledBytes, spilling);
  }

  public RunSettings withStrategy(String name) {
    return new RunSettings(
        memoryBytes,
        threads,
        Optional.of(name),
        maxOutputRows,
        maxPairs,
        spillFolder,
        mostSpilledBytes,
        spilling);
  }

  public RunSettings withThreads(int count) {
    return new RunSettings(
        memoryBytes,
        count,
        strategy,
        maxOutputRows,
        maxPairs,
        spillFolder,
        mostSpilledBytes,
        spilling);
  }

  public RunSettings withMaxOutputRows(long rows) {
    return new RunSettings(
        memoryBytes,
        threads,
        strategy,
        OptionalLong.of(rows),
        maxPairs,
        spillFolder,
        mostSpilledBytes,
        spilling);
  }

  public RunSettings withMaxPairs(long pairs) {
    return new RunSettings(
        memoryBytes,
        threads,
        strategy,
        maxOutputRows,
        pairs,
        spillFolder,
        mostSpilledBytes,
        spilling);
  }
}
