package dev.dovetail.tasks.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// How tasks are run; none of it changes an answer.
///
/// @param memoryBytes for tables read from files, for indexes and for matches on their way
/// @param threads compiled conditions are tested on so many threads
/// @param strategy forces a join strategy by name, for tests
/// @param maxOutputRows a run that would write more rows is refused with E404
/// @param spillFolder for temporary files; the home's `tmp` if empty
public record RunSettings(
    long memoryBytes,
    int threads,
    Optional<String> strategy,
    OptionalLong maxOutputRows,
    Optional<Path> spillFolder) {
  public RunSettings {
    if (memoryBytes < 1 || threads < 1) {
      throw new IllegalArgumentException(memoryBytes + " bytes, " + threads + " threads");
    }
  }

  /// All processors, half of the heap, no limit on rows.
  public static RunSettings defaults() {
    return new RunSettings(
        Runtime.getRuntime().maxMemory() / 2,
        Runtime.getRuntime().availableProcessors(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  public RunSettings withStrategy(String name) {
    return new RunSettings(memoryBytes, threads, Optional.of(name), maxOutputRows, spillFolder);
  }

  public RunSettings withThreads(int count) {
    return new RunSettings(memoryBytes, count, strategy, maxOutputRows, spillFolder);
  }

  public RunSettings withMaxOutputRows(long rows) {
    return new RunSettings(memoryBytes, threads, strategy, OptionalLong.of(rows), spillFolder);
  }
}
