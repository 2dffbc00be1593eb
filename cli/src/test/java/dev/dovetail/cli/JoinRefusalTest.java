package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `join` where it is refused or fails: the exit code says whose turn it is, and nothing is
/// written.
class JoinRefusalTest {
  private static final String SAME = "lambda a, b: a['id'] == b['id']";

  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void write() {
    terminal = new Terminal(folder);
    terminal.file("x.csv", "id,t", "1,a", "2,b", "3,c");
    terminal.file("y.csv", "id,u", "1,a", "2,b");
  }

  private Ran join(String fn, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "join",
                "--x",
                terminal.path("x.csv"),
                "--y",
                terminal.path("y.csv"),
                "--out",
                terminal.path("out.jsonl"),
                "--fn",
                fn));
    line.addAll(List.of(more));
    Ran ran = terminal.run(line.toArray(String[]::new));
    assertThat(terminal.files()).containsExactly("x.csv", "y.csv");
    return ran;
  }

  @Test
  void degreeRulesAreTheDatasTurn() {
    String all = "lambda a, b: True";
    join(all, "--max-matches-per-x", "1").failed(3, "E127");
    join(all, "--max-matches-per-y", "2").failed(3, "E127");
    join(SAME, "--max-matches-per-x", "1", "--exact-x").failed(3, "E127", "3");
    join(all, "--max-matches-per-y", "4", "--exact-y").failed(3, "E127");
    join(SAME, "--max-matches-per-x", "0").failed(3, "E127");
  }

  @Test
  void rulesThatContradictThemselvesAreTheRequestsTurn() {
    join(SAME, "--exact-x").failed(1, "E101", "max_matches_per_x");
    join(SAME, "--max-matches-per-x", "-1").failed(1, "E101");
    join(SAME, "--max-matches-per-x", "few").failed(1, "--max-matches-per-x");
    join(SAME, "--duplicates", "drop").failed(1, "drop");
    join(SAME, "--strategy", "magic").failed(1, "magic");
    join(SAME, "--name", " ").failed(1, "name");
  }

  @Test
  void aFunctionThatCannotBeReadIsNamedByItsPlace() {
    join("lambda a, b: a[").failed(1, "E107");
    join("lambda a: True").failed(1, "E107");
    join("").failed(1, "E107");
    join("1 + 1").failed(1, "E107");
    join("no.such:match").failed(1, "E107", "no.such");
  }

  @Test
  void columnsThatAreNotThereAreNamed() {
    join(SAME, "--primary-key", "idd").failed(1, "E103", "Did you mean 'id'?");
    join(SAME, "--evidence", "v").failed(1, "E104", "'v'");
    join(SAME, "--primary-key", "").failed(1, "primary_key");
  }

  @Test
  void parametersHaveANameAndAValue() {
    join(SAME, "--param", "n").failed(1, "E106", "name=value");
    join(SAME, "--param", "n=1").failed(1, "E106", "'n'");
    join("lambda a, b, n: True").failed(1, "E106", "'n'");
    join("lambda a, b, n: True", "--param", "n=1", "--param", "n=2").failed(1, "E106", "'n'");
  }

  @Test
  void inputsThatAreNotThereAreNamed() {
    String out = terminal.path("o.jsonl");
    terminal.run("join", "--x", "clicks", "--fn", SAME, "--out", out).failed(1, "E210", "clicks");
    terminal
        .run("join", "--x", terminal.path("z.csv"), "--fn", SAME, "--out", out)
        .failed(4, "E201", "z.csv");
    terminal
        .run("join", "--x", folder.toString(), "--fn", SAME, "--out", out)
        .failed(4, "E201", "folder");
    terminal
        .run(
            "join",
            "--x",
            terminal.path("x.csv"),
            "--fn",
            SAME,
            "--out",
            terminal.path("no/o.jsonl"))
        .failed(4, "E201", "no/o.jsonl");
  }

  @Test
  void limitsOfTheRun() {
    join(SAME, "--max-output-rows", "2").failed(4, "E404", "2");
    join(SAME, "--memory", "1k").failed(4, "E403", "--memory");
  }

  @Test
  void aFailedRunLeavesASession() {
    join(SAME, "--max-output-rows", "2", "--name", "too-many").failed(4, "E404");
    assertThat(terminal.run("sessions", "list", "--json").done().json())
        .singleElement()
        .satisfies(session -> assertThat(session.path("error").asText()).isEqualTo("E404"));
  }

  @Test
  void aFunctionThatRaisesIsShownWithItsPairAndItsTraceback() {
    Ran ran = join("lambda a, b: a['id'] / 0 > 1");
    ran.failed(3, "E120", "ZeroDivisionError", "x key 1, y key 1", "line 1, in <lambda>\n");
  }

  @Test
  void aFunctionThatNeverReturnsEndsWithTheDeadline() {
    join("lambda a, b: len([1 for i in range(10 ** 12)]) > 1", "--timeout", "4s")
        .failed(124, "E401", "--timeout");
  }
}
