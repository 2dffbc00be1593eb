package dev.dovetail.polyglot.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.polyglot.compile.Reference.Outcome;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random predicates over odd values: what a compiled condition decides, CPython decides the same
/// way; where CPython raises or returns no bool, the compiled condition decides nothing.
///
/// Semantics sections 2 and 3. Replay with `-Dseed=`; `-Dpredicates=` for more of them.
class CompiledAgainstCPythonTest {
  private static final int ROWS = 14;
  private static final String PRELUDE = "LIMIT = 1\nEDGE = -2.5\nCODES = (1, 'a', None, 2.5)\n";
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
                  integer("0"),
                  integer("1"),
                  integer("-1"),
                  integer("9007199254740992"),
                  integer("9007199254740993"),
                  integer("18446744073709551615"))),
          Map.entry(
              "f",
              List.of(
                  NONE,
                  cell(Double.NaN, "float('nan')"),
                  cell(-0.0, "-0.0"),
                  cell(0.0, "0.0"),
                  cell(1.0, "1.0"),
                  cell(2.5, "2.5"),
                  cell(9007199254740992.0, "9007199254740992.0"),
                  cell(Double.POSITIVE_INFINITY, "float('inf')"))),
          Map.entry("b", List.of(NONE, cell(true, "True"), cell(false, "False"))),
          Map.entry(
              "s",
              List.of(
                  NONE,
                  text(""),
                  text("a"),
                  text("1"),
                  text("é"),
                  text("e\u0301"),
                  text("\uffff"),
                  text("😀"))),
          Map.entry(
              "d",
              List.of(
                  NONE,
                  decimal("1"),
                  decimal("1.000"),
                  decimal("2.5"),
                  decimal("0.00"),
                  decimal("9007199254740993"))),
          Map.entry(
              "raw",
              List.of(
                  NONE,
                  cell(new Constant.Bytes(""), "b''"),
                  cell(new Constant.Bytes("61"), "b'a'"),
                  cell(new Constant.Bytes("ff"), "b'\\xff'"))),
          Map.entry(
              "day",
              List.of(
                  NONE,
                  cell(LocalDate.of(2024, 2, 29), "date(2024, 2, 29)"),
                  cell(LocalDate.of(2024, 3, 1), "date(2024, 3, 1)"))),
          Map.entry(
              "at",
              List.of(
                  NONE,
                  cell(LocalDateTime.of(2024, 2, 29, 0, 0), "datetime(2024, 2, 29)"),
                  cell(
                      LocalDateTime.of(2024, 2, 29, 0, 0, 0, 1000),
                      "datetime(2024, 2, 29, microsecond=1)"))),
          Map.entry(
              "span",
              List.of(
                  NONE,
                  cell(Duration.ZERO, "timedelta(0)"),
                  cell(Duration.ofDays(-1), "timedelta(-1)"))),
          Map.entry("tags", List.of(NONE, cell("[]", "[]"), cell("[1]", "[1]"))),
          Map.entry("none", List.of(NONE)));

  private static final Map<String, String> POOL_OF =
      Map.of("m", "n", "g", "f", "c", "b", "utc", "none", "zoned", "none", "point", "none");

  private static Cell integer(String digits) {
    return cell(new BigInteger(digits), digits);
  }

  private static Cell decimal(String digits) {
    return cell(new BigDecimal(digits), "Decimal('" + digits + "')");
  }

  private static Cell text(String text) {
    return cell(text, "'" + text + "'");
  }

  private static List<List<Cell>> rows(Random random) {
    List<String> names = new ArrayList<>(Arrays.asList(new String[Sides.BOTH.columns().size()]));
    Sides.BOTH.columns().forEach((name, column) -> names.set(column.index(), name));
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
    List<String> answers = python(folder, xs, ys, predicates);

    long decided = 0;
    long whole = 0;
    for (int i = 0; i < count; i++) {
      CompiledPredicate compiled = compile(predicates.get(i));
      whole += compiled.isCompiled() ? 1 : 0;
      for (int a = 0; a < ROWS; a++) {
        for (int b = 0; b < ROWS; b++) {
          Outcome outcome = outcome(compiled, xs.get(a), ys.get(b));
          char answer = answers.get(i).charAt(a * ROWS + b);
          decided += outcome == Outcome.UNDECIDED ? 0 : 1;
          if (outcome != Outcome.UNDECIDED && answer != (outcome == Outcome.TRUE ? 'T' : 'F')) {
            fail(
                "%s%n  compiled as %s%n  is %s, but CPython says %s%n  x = %s%n  y = %s",
                predicates.get(i), Show.of(compiled), outcome, answer, xs.get(a), ys.get(b));
          }
        }
      }
    }
    long pairs = (long) count * ROWS * ROWS;
    System.out.println(
        whole + " of " + count + " compile whole; " + decided + " of " + pairs + " pairs decided");
    assertThat(whole).isGreaterThan(count / 3);
    assertThat(decided).isGreaterThan(pairs / 4);
  }

  private static CompiledPredicate compile(String predicate) {
    return PredicateCompiler.compile(
        new FunctionSource.Lambda(
            "lambda x, y, p, q, r: " + predicate, PRELUDE, Origin.named("<lambda>")),
        Sides.BOTH,
        Sides.BOTH,
        PARAMETERS);
  }

  private static Outcome outcome(CompiledPredicate compiled, List<Cell> x, List<Cell> y) {
    Reference reference = new Reference(values(x), values(y));
    for (Conjunct conjunct : compiled.conjuncts()) {
      Outcome outcome =
          switch (conjunct) {
            case Conjunct.Compiled(var expr, _) -> reference.condition(expr);
            case Conjunct.Opaque _ -> Outcome.UNDECIDED;
          };
      if (outcome != Outcome.TRUE) {
        return outcome;
      }
    }
    return Outcome.TRUE;
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
        import sys, warnings
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
