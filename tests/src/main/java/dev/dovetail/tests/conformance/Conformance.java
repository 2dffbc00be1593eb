package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// `tests/conformance DIR...`: runs every case, prints a line for each that fails, and closes with
/// the count.
public final class Conformance {
  private final PrintStream out;
  private int passed;
  private int failed;
  private final TreeMap<String, Integer> skipped = new TreeMap<>();

  private Conformance(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      System.err.println("usage: tests/conformance DIR-or-FILE ...");
      System.exit(1);
    }
    List<Path> places = Arrays.stream(arguments).map(Path::of).toList();
    System.exit(run(places, System.out) == 0 ? 0 : 1);
  }

  /// Runs the cases of some files and folders; the number of failures.
  public static int run(List<Path> places, PrintStream out) {
    Conformance conformance = new Conformance(out);
    try (PythonWorkers workers = new PythonWorkers(WorkerSettings.fromSystem())) {
      JoinCases joins = new JoinCases(workers);
      places.stream()
          .flatMap(place -> CaseFile.in(place).stream())
          .forEach(file -> conformance.run(CaseFile.read(file), joins));
    }
    conformance.close();
    return conformance.failed;
  }

  private void run(CaseFile file, JoinCases joins) {
    for (int i = 0; i < file.runs().size(); i++) {
      JsonNode run = file.runs().get(i);
      String frontEnd = run.get("front_end").textValue();
      if (!frontEnd.equals("join")) {
        skipped.merge(frontEnd, 1, Integer::sum);
        continue;
      }
      Optional<String> difference = joins.difference(file, run);
      if (difference.isEmpty()) {
        passed++;
      } else {
        failed++;
        out.println(file.id() + ", run " + i + ": " + difference.get());
      }
    }
  }

  private void close() {
    int others = skipped.values().stream().mapToInt(Integer::intValue).sum();
    skipped.forEach((frontEnd, runs) -> out.println("skipped: " + runs + " runs of " + frontEnd));
    out.println(
        passed
            + " passed, "
            + failed
            + " failed"
            + (others == 0 ? "" : ", " + others + " skipped"));
  }
}
