package dev.dovetail.polyglot.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.tests.grammar.RandomValues;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each construct at its edges, and random predicates, over odd values: what a compiled condition
/// decides, CPython decides the same way; where CPython raises or returns no bool, the compiled
/// condition decides nothing.
///
/// Semantics sections 2 and 3. Replay with `-Dseed=`; `-Dpredicates=` for more of them.
class CompiledAgainstCPythonTest {
  private static final int ROWS = 14;
  private static final String PRELUDE = RandomValues.PRELUDE + "CODES = (1, 'a', None, 2.5)\n";
  private static final Map<String, Constant> PARAMETERS =
      Map.of(
          "p", new Constant.Decimal(new BigDecimal("1.0")),
          "q", new Constant.Real(Double.NaN),
          "r", new Constant.Text("a"));

  /// A value and how Python writes it.
  private record Cell(@Nullable Object value, String python) {}

  private static Cell cell(@Nullable Object value, String python) {
    return new Cell(value, python);
  }

  private static final Cell NONE = cell(null, "None");

  /// The values of a column, by the order of [Sides].
  private static final Map<String, List<Cell>> POOLS =
      Map.ofEntries(
          Map.entry(
              "n",
              List.of(
                  NONE,
                  integer(0),
                  integer(1),
                  integer(-1),
                  integer(3),
                  integer(-7),
                  integer(10),
                  integer(9007199254740993L),
                  integer(Long.MAX_VALUE),
                  integer(Long.MIN_VALUE))),
          Map.entry("m", List.of(integer(0), integer(1), integer(2), integer(-3), integer(5))),
          Map.entry(
              "f",
              List.of(
                  NONE,
                  cell(Double.NaN, "float('nan')"),
                  cell(-0.0, "-0.0"),
                  cell(0.0, "0.0"),
                  cell(1.0, "1.0"),
                  cell(2.5, "2.5"),
                  cell(-7.25, "-7.25"),
                  cell(0.1, "0.1"),
                  cell(1e16, "1e16"),
                  cell(1.5e-7, "1.5e-7"),
                  cell(9007199254740992.0, "9007199254740992.0"),
                  cell(Double.POSITIVE_INFINITY, "float('inf')"))),
          Map.entry(
              "g",
              List.of(
                  cell(1.0, "1.0"),
                  cell(-2.0, "-2.0"),
                  cell(0.3, "0.3"),
                  cell(2.675, "2.675"),
                  cell(1234.5, "1234.5"))),
          Map.entry("b", List.of(NONE, cell(true, "True"), cell(false, "False"))),
          Map.entry(
              "s",
              List.of(
                  NONE,
                  text(""),
                  text("a"),
                  text("A b"),
                  text(" aB "),
                  text("1"),
                  text("-12"),
                  text("3.5"),
                  text("é"),
                  text(" é"),
                  text("İ"),
                  text("e\u0301"),
                  text("\uffff"),
                  text("😀x"),
                  text("a,b,,c"))),
          Map.entry("t", List.of(text("a"), text("b"), text("ab"), text(","), text("Ab cd"))),
          Map.entry(
              "d",
              List.of(
                  NONE,
                  decimal("1"),
                  decimal("1.000"),
                  decimal("2.5"),
                  decimal("-0.7"),
                  decimal("0.00"),
                  decimal("9007199254740993"))),
          Map.entry(
              "raw",
              List.of(
                  NONE,
                  cell(new byte[0], "b''"),
                  cell(new byte[] {97}, "b'a'"),
                  cell(new byte[] {-1}, "b'\\xff'"))),
          Map.entry(
              "day",
              List.of(
                  NONE,
                  cell(0L, "date(1970, 1, 1)"),
                  cell(19782L, "date(2024, 2, 29)"),
                  cell(19783L, "date(2024, 3, 1)"),
                  cell(-1L, "date(1969, 12, 31)"))),
          Map.entry(
              "at",
              List.of(
                  NONE,
                  cell(1709164800000000L, "datetime(2024, 2, 29)"),
                  cell(1709164800000001L, "datetime(2024, 2, 29, microsecond=1)"),
                  cell(-1L, "datetime(1969, 12, 31, 23, 59, 59, 999999)"),
                  cell(1714571999000000L, "datetime(2024, 5, 1, 13, 59, 59)"))),
          Map.entry(
              "span",
              List.of(
                  NONE,
                  cell(0L, "timedelta(0)"),
                  cell(-86400000000L, "timedelta(-1)"),
                  cell(5400000001L, "timedelta(minutes=90, microseconds=1)"))),
          Map.entry(
              "tags",
              List.of(
                  NONE,
                  cell(List.of(), "[]"),
                  cell(List.of("a"), "['a']"),
                  cell(List.of("a", "b", "a"), "['a', 'b', 'a']"),
                  cell(Arrays.asList("b", null), "['b', None]"),
                  cell(List.of("é", "Ab"), "['é', 'Ab']"))),
          Map.entry(
              "nums",
              List.of(
                  cell(List.of(), "[]"),
                  cell(List.of(1L, 2L), "[1, 2]"),
                  cell(List.of(3L, 1L, 1L), "[3, 1, 1]"),
                  cell(Arrays.asList(0L, null), "[0, None]"),
                  cell(List.of(Long.MAX_VALUE, 5L), "[9223372036854775807, 5]"))),
          Map.entry("none", List.of(NONE)));

  private static final Map<String, String> POOL_OF =
      Map.of("c", "b", "utc", "none", "zoned", "none", "point", "none");

  private static Cell integer(long value) {
    return cell(value, Long.toString(value));
  }

  private static Cell decimal(String digits) {
    return cell(new BigDecimal(digits), "Decimal('" + digits + "')");
  }

  private static Cell text(String text) {
    return cell(text, "'" + text + "'");
  }

  private static List<List<Cell>> rows(Random random) {
    List<String> names = Sides.SCHEMA.getFields().stream().map(Field::getName).toList();
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<Cell> row = new ArrayList<>();
      for (String name : names) {
        List<Cell> pool = POOLS.get(POOL_OF.getOrDefault(name, name));
        row.add(pool.get(random.nextInt(pool.size())));
      }
      rows.add(row);
    }
    return rows;
  }

  private static String pythonRows(List<List<Cell>> rows) {
    return rows.stream()
        .map(
            row ->
                Sides.BOTH.columns().entrySet().stream()
                    .map(
                        column ->
                            "'"
                                + column.getKey()
                                + "': "
                                + row.get(column.getValue().index()).python())
                    .collect(Collectors.joining(", ", "{", "}")))
        .collect(Collectors.joining(",\n  ", "[", "]"));
  }

  /// The lines of `constructs.txt`; those behind a `~` need not compile.
  private static List<String> constructs(boolean compiled) throws IOException {
    try (InputStream file =
        CompiledAgainstCPythonTest.class.getResourceAsStream("constructs.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .filter(line -> line.startsWith("~ ") != compiled)
          .map(line -> line.replaceFirst("^~ ", ""))
          .toList();
    }
  }

  @Test
  void constructsCompileWhole() throws IOException {
    List<String> opaque =
        constructs(true).stream()
            .flatMap(line -> compile(line).opaqueBecause().map(why -> line + ": " + why).stream())
            .toList();
    assertThat(opaque).isEmpty();
  }

  @Test
  void constructsDecideWhatCPythonDecides(@TempDir Path folder) throws Exception {
    assumeTrue(hasPython(), "python3 is not installed, so nothing was compared");
    Random random = new Random(1);
    List<String> predicates = new ArrayList<>(constructs(true));
    predicates.addAll(constructs(false));
    compare(folder, rows(random), rows(random), predicates);
  }

  @Test
  void whatIsDecidedIsWhatCPythonDecides(@TempDir Path folder) throws Exception {
    assumeTrue(hasPython(), "python3 is not installed, so nothing was compared");
    long seed = Long.getLong("seed", 20240229);
    int count = Integer.getInteger("predicates", 1_000);
    System.out.println("predicates: -Dseed=" + seed + " -Dpredicates=" + count);
    Random random = new Random(seed);
    List<List<Cell>> xs = rows(random);
    List<List<Cell>> ys = rows(random);
    RandomPredicates generator = new RandomPredicates(random);
    List<String> predicates = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      predicates.add(generator.next());
    }
    Decided decided = compare(folder, xs, ys, predicates);
    long pairs = (long) count * ROWS * ROWS;
    System.out.println(decided.opaque());
    System.out.println(
        decided.whole()
            + " of "
            + count
            + " compile whole; "
            + decided.pairs()
            + " of "
            + pairs
            + " pairs decided");
    assertThat(decided.whole()).isGreaterThan(count / 3);
    assertThat(decided.pairs()).isGreaterThan(pairs / 4);
  }

  /// How many predicates compile whole, how many pairs are decided, and why the others are not.
  private record Decided(long whole, long pairs, Map<String, Integer> opaque) {}

  private static Decided compare(
      Path folder, List<List<Cell>> xs, List<List<Cell>> ys, List<String> predicates)
      throws IOException, InterruptedException {
    List<String> answers = python(folder, xs, ys, predicates);
    long decided = 0;
    long whole = 0;
    List<String> wrong = new ArrayList<>();
    Map<String, Integer> opaque = new TreeMap<>();
    try (Evaluation evaluation =
        new Evaluation(
            xs.stream().map(CompiledAgainstCPythonTest::values).toList(),
            ys.stream().map(CompiledAgainstCPythonTest::values).toList())) {
      for (int i = 0; i < predicates.size(); i++) {
        CompiledPredicate compiled = compile(predicates.get(i));
        whole += compiled.isCompiled() ? 1 : 0;
        compiled
            .opaqueBecause()
            .ifPresent(why -> opaque.merge(why.replaceAll("`.*| at line.*", ""), 1, Integer::sum));
        List<PairTest> tests = evaluation.tests(compiled);
        assertThat(evaluation.unexpectedDoubt(compiled)).isEmpty();
        boolean reported = false;
        for (int pair = 0; pair < ROWS * ROWS && !reported; pair++) {
          int a = pair / ROWS;
          int b = pair % ROWS;
          byte outcome = Evaluation.outcome(tests, a, b);
          char answer = answers.get(i).charAt(pair);
          decided += outcome == PairTest.UNDECIDED ? 0 : 1;
          if (outcome != PairTest.UNDECIDED && answer != (outcome == PairTest.TRUE ? 'T' : 'F')) {
            reported = true;
            wrong.add(
                "%s%n  compiled as %s%n  is %s, but CPython says %s%n  x = %s%n  y = %s%n"
                    .formatted(
                        predicates.get(i),
                        Show.of(compiled),
                        outcome,
                        answer,
                        xs.get(a),
                        ys.get(b)));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    return new Decided(whole, decided, opaque);
  }

  private static CompiledPredicate compile(String predicate) {
    return PredicateCompiler.compile(
        new FunctionSource.Lambda(
            "lambda x, y, p, q, r: " + predicate, PRELUDE, Origin.named("<lambda>")),
        Sides.BOTH,
        Sides.BOTH,
        PARAMETERS);
  }

  private static List<@Nullable Object> values(List<Cell> row) {
    List<@Nullable Object> values = new ArrayList<>();
    row.forEach(cell -> values.add(cell.value()));
    return values;
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  /// One line per predicate with a letter per pair: T, F, N (no bool) or E (raised).
  private static List<String> python(
      Path folder, List<List<Cell>> xs, List<List<Cell>> ys, List<String> predicates)
      throws IOException, InterruptedException {
    Path script = folder.resolve("oracle.py");
    Path source = folder.resolve("predicates.txt");
    Path output = folder.resolve("answers.txt");
    Files.write(source, predicates, StandardCharsets.UTF_8);
    Files.writeString(
        script,
        """
        import sys, warnings, math, re
        from datetime import date, datetime, timedelta
        from decimal import Decimal
        warnings.simplefilter("ignore")
        """
            + ("X = " + pythonRows(xs) + "\nY = " + pythonRows(ys) + "\n")
            + PRELUDE
            + """
            P = dict(p=Decimal("1.0"), q=float("nan"), r="a")
            def answer(fn, x, y):
                try:
                    result = fn(x, y, **P)
                except Exception:
                    return "E"
                return ("T" if result else "F") if type(result) is bool else "N"
            with open(sys.argv[1], encoding="utf-8") as source, open(sys.argv[2], "w") as output:
                for line in source:
                    fn = eval("lambda x, y, p, q, r: " + line.strip())
                    print("".join(answer(fn, x, y) for x in X for y in Y), file=output)
            """);
    Process process =
        new ProcessBuilder("python3", "-I", script.toString(), source.toString(), output.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readAllLines(output);
  }
}
