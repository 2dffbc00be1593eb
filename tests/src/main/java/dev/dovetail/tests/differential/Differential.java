package dev.dovetail.tests.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.tests.conformance.Axis;
import dev.dovetail.tests.conformance.CaseFile;
import dev.dovetail.tests.conformance.JoinCases;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Random predicates over random Spaces, answered by the compiled engine, by GraalPy alone and by
/// CPython's brute force; all must agree in matches, and where one raises, in the failing pair and
/// the exception's line.
///
/// `tests/differential [--predicates 1000] [--seed 1] [--keep FOLDER]` prints a line for each
/// disagreement, and closes with a count. What was asked, with the right answers, is kept as files
/// of conformance cases, which other front ends can be held to.
public final class Differential {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PREDICATES_PER_TABLES = 25;
  private static final int ROWS = 9;
  private static final Pattern RAISED =
      Pattern.compile("(?s)(.*?) at x key \\((\\d+),\\), y key \\((\\d+),\\);.*");

  private final PrintStream out;
  private final Optional<Path> kept;
  private int passed;
  private int failed;

  private Differential(PrintStream out, Optional<Path> kept) {
    this.out = out;
    this.kept = kept;
  }

  public static void main(String[] arguments) {
    int predicates = Integer.parseInt(option(arguments, "--predicates", "1000"));
    long seed = Long.parseLong(option(arguments, "--seed", "1"));
    Path root = Path.of(System.getProperty("dovetail.root", "."));
    Optional<Path> kept =
        Optional.of(option(arguments, "--keep", "")).filter(name -> !name.isEmpty()).map(Path::of);
    System.exit(run(root, predicates, seed, kept, System.out) == 0 ? 0 : 1);
  }

  /// Whether there is a CPython to compare with.
  public static boolean isPossible() {
    return BruteForce.isThere();
  }

  private static String option(String[] arguments, String name, String otherwise) {
    int at = Arrays.asList(arguments).indexOf(name);
    return at < 0 ? otherwise : arguments[at + 1];
  }

  /// The number of disagreements.
  ///
  /// @param root the project's folder, which has the oracle
  /// @param kept the folder that keeps the cases, if one shall
  public static int run(
      Path root, int predicates, long seed, Optional<Path> kept, PrintStream out) {
    Differential differential = new Differential(out, kept);
    out.println("seed " + seed + ", " + predicates + " predicates");
    Random seeds = new Random(seed);
    try (PythonWorkers workers = new PythonWorkers(WorkerSettings.fromSystem());
        BruteForce oracle = BruteForce.start(root)) {
      for (int done = 0; done < predicates; done += PREDICATES_PER_TABLES) {
        differential.round(
            seeds.nextLong(), Math.min(PREDICATES_PER_TABLES, predicates - done), workers, oracle);
      }
    }
    out.println(differential.passed + " passed, " + differential.failed + " failed");
    return differential.failed;
  }

  private void round(long seed, int predicates, PythonWorkers workers, BruteForce oracle) {
    Random random = new Random(seed);
    RandomPredicates grammar = new RandomPredicates(random);
    ObjectNode file = JSON.createObjectNode().put("id", "seed " + seed);
    ObjectNode spaces = file.putObject("spaces");
    spaces.set("l", RandomSpaces.table(random, 1 + random.nextInt(ROWS)));
    spaces.set("r", RandomSpaces.table(random, 1 + random.nextInt(ROWS)));
    ArrayNode runs = file.putArray("runs");
    for (int i = 0; i < predicates; i++) {
      runs.add(
          random.nextInt(3) == 0
              ? run(args -> args.put("fn", grammar.lambda()), spaces, oracle)
              : run(
                  args ->
                      args.putObject("fn")
                          .putObject("python_function")
                          .put("name", "match")
                          .put("source", grammar.module()),
                  spaces,
                  oracle));
    }
    kept.ifPresent(folder -> keep(file, folder.resolve("join-%016x.json".formatted(seed))));
    CaseFile cases = CaseFile.of(file);
    List<Axis> axes = Axis.of(List.of("strategies"));
    try (JoinCases joins = new JoinCases(workers, cases, Axis.WHOLE)) {
      for (JsonNode run : cases.runs()) {
        Optional<String> difference =
            axes.stream()
                .flatMap(
                    axis ->
                        joins.difference(run, axis).map(d -> "[" + axis.name() + "] " + d).stream())
                .findFirst();
        if (difference.isEmpty()) {
          passed++;
        } else {
          failed++;
          out.println(
              "seed " + seed + ": " + shown(run.get("args").get("fn")) + ": " + difference.get());
        }
      }
    }
  }

  private static void keep(ObjectNode file, Path path) {
    try {
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A lambda, or the body of a function.
  private static String shown(JsonNode fn) {
    if (fn.isTextual()) {
      return fn.textValue();
    }
    String source = fn.get("python_function").get("source").textValue();
    return source.substring(source.indexOf("def match")).strip();
  }

  private static ObjectNode run(
      Consumer<ObjectNode> function, ObjectNode spaces, BruteForce oracle) {
    ObjectNode run = JSON.createObjectNode().put("front_end", "join");
    ObjectNode args = run.putObject("args");
    function.accept(args);
    args.putArray("input_spaces").add("l").add("r");
    args.putArray("primary_key").add("id");
    RandomSpaces.COLUMNS.keySet().forEach(args.withArray("evidence")::add);
    JsonNode answer = oracle.answer(spaces, run);
    ObjectNode expect = run.putObject("expect");
    if (answer.has("matches")) {
      expect.set("matches", answer.get("matches"));
    } else {
      ObjectNode error = expect.putObject("error").put("phase", "run");
      ArrayNode mentions = error.putArray("mentions");
      mentions(answer.get("error").textValue()).forEach(mentions::add);
    }
    return run;
  }

  /// What the error must say: the exception's type and both keys, or the type that was returned.
  /// The exception's own words are the interpreter's, and CPython's versions differ among
  /// themselves.
  private static List<String> mentions(String oracleText) {
    Matcher raised = RAISED.matcher(oracleText);
    if (raised.matches()) {
      return List.of(
          raised.group(1).split(":", 2)[0], "x key " + raised.group(2), "y key " + raised.group(3));
    }
    Matcher returned =
        Pattern.compile("fn returned (\\w+), not bool.*x key \\((\\d+),\\), y key \\((\\d+),\\)")
            .matcher(oracleText);
    if (returned.matches()) {
      return List.of(returned.group(1), "x key " + returned.group(2), "y key " + returned.group(3));
    }
    throw new IllegalStateException("the oracle says " + oracleText);
  }
}
