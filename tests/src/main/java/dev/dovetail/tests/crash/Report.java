package dev.dovetail.tests.crash;

import dev.dovetail.errors.DovetailException;
import java.io.IOException;
import java.io.PrintStream;

/// Counts trials, and prints a line for each that failed.
final class Report {
  private final PrintStream out;
  private int passed;
  private int failed;

  Report(PrintStream out) {
    this.out = out;
  }

  int failed() {
    return failed;
  }

  void say(String line) {
    out.println(line);
  }

  /// Whether the trial held.
  boolean check(String name, Trial trial) throws IOException, InterruptedException {
    try {
      trial.run();
      passed++;
      return true;
    } catch (Violation | DovetailException violation) {
      failed++;
      out.println(name + ": " + violation.getMessage());
      return false;
    }
  }

  void close() {
    out.println(passed + " passed, " + failed + " failed");
  }

  /// Throws what it finds wrong.
  interface Trial {
    void run() throws IOException, InterruptedException;
  }
}
