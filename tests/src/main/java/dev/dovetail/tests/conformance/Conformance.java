package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// `tests/conformance [--http] DIR...`: runs every case, prints a line for each that fails, and
/// closes with the count. With `--http` a server runs them, with its own settings.
public final class Conformance {
  private final boolean served;
  private final PrintStream out;
  private int passed;
  private int failed;
  private final TreeMap<String, Integer> skipped = new TreeMap<>();

  private Conformance(boolean served, PrintStream out) {
    this.served = served;
    this.out = out;
  }

  public static void main(String[] arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    boolean served = words.remove("--http");
    if (words.isEmpty()) {
      System.err.println("usage: tests/conformance [--http] DIR-or-FILE ...");
      System.exit(1);
    }
    List<Path> places = words.stream().map(Path::of).toList();
    System.exit(run(places, served, System.out) == 0 ? 0 : 1);
  }

  /// Runs the cases of some files and folders; the number of failures.
  ///
  /// @param served whether by HTTP
  public static int run(List<Path> places, boolean served, PrintStream out) {
    Conformance conformance = new Conformance(served, out);
    try (PythonWorkers workers = new PythonWorkers(WorkerSettings.fromSystem())) {
      places.stream()
          .flatMap(place -> CaseFile.in(place).stream())
          .forEach(file -> conformance.run(CaseFile.read(file), workers));
    }
    conformance.close();
    return conformance.failed;
  }

  private void run(CaseFile file, PythonWorkers workers) {
    Map<Integer, String> differences = new TreeMap<>();
    Map<Integer, List<Axis>> bySplit =
        Axis.of(served ? List.of() : file.invariants()).stream()
            .collect(
                Collectors.groupingBy(Axis::rowsPerSegment, TreeMap::new, Collectors.toList()));
    if (file.joins().isEmpty()) {
      bySplit = Map.of();
    }
    bySplit.forEach(
        (rows, axes) -> {
          try (Cases cases =
              served ? new ServedCases(workers, file) : new JoinCases(workers, file, rows)) {
            for (int run : file.joins()) {
              for (Axis axis : axes) {
                cases
                    .difference(file.runs().get(run), axis)
                    .ifPresent(d -> differences.putIfAbsent(run, "[" + axis.name() + "] " + d));
              }
            }
          }
        });
    passed += file.joins().size() - differences.size();
    failed += differences.size();
    differences.forEach((run, d) -> out.println(file.id() + ", run " + run + ": " + d));
    for (JsonNode run : file.runs()) {
      String frontEnd = run.get("front_end").textValue();
      if (!frontEnd.equals("join")) {
        skipped.merge(frontEnd, 1, Integer::sum);
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
