package dev.dovetail.engine.join;

import java.util.LinkedHashMap;
import java.util.Map;

/// Adds up wall time per stage.
final class Stopwatch {
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  /// Runs a stage and counts its time.
  void time(String stage, Runnable work) {
    long start = System.nanoTime();
    try {
      work.run();
    } finally {
      seconds.merge(stage, (System.nanoTime() - start) / 1e9, Double::sum);
    }
  }

  Map<String, Double> seconds() {
    return seconds;
  }
}
