package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/// Kills engines whose Python would never end; it must end with them.
final class Orphans {
  private static final int ROWS = 10;

  /// Long enough for Python to be in its loop, on a machine that is not too slow; one that is tests
  /// the end of a Python that starts.
  private static final Duration STARTED = Duration.ofSeconds(8);

  private Orphans() {}

  static void run(List<String> command, Path folder, Report report)
      throws IOException, InterruptedException {
    Home home = new Home(command, folder.resolve("orphans"), folder.resolve("scratch"));
    for (String space : List.of("x", "y")) {
      report.check(
          "a small put",
          () ->
              home.succeed(
                  Put.random(space, Put.Mode.REPLACE, ROWS, 1, new Random(1), home.folders())));
    }
    for (Run endless : Run.endless(home.folders())) {
      report.check(endless.name() + ", killed", () -> home.kill(endless, STARTED));
    }
  }
}
