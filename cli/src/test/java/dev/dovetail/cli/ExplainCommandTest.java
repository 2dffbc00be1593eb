package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.errors.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  private static final String SAME = "lambda a, b: a['id'] == b['id']";

  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void write() {
    terminal = new Terminal(folder);
    terminal.file("x.csv", "id", "1", "2");
  }

  private Ran explain(String... more) {
    List<String> line = new ArrayList<>(List.of("explain"));
    line.addAll(List.of(more));
    return terminal.run(line.toArray(String[]::new));
  }

  private String[] join(String... more) {
    List<String> line = new ArrayList<>(List.of("join", "--x", terminal.path("x.csv")));
    line.addAll(List.of("--fn", SAME));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private String tasks() {
    String join =
        "{'task':'join','name':'j','input_spaces':['t'],'output_space':'u','primary_key':['id'],"
            + "'fn':'lambda a, b: a[\\'id\\'] == b[\\'id\\']'}";
    String transform =
        "{'task':'transform','name':'c','input_space':'t','output_space':'v','copy':{'k':'id'}}";
    String json = "{'tasks':[" + join + "," + transform + "]}";
    return terminal.text(
        "tasks.json", json.replace("\\'", "\u0001").replace('\'', '"').replace('\u0001', '\''));
  }

  @Test
  void aPlanSaysHowEachConjunctRunsAndWritesNothing() {
    assertThat(explain(join()).done().out()).contains("hash").endsWith("\n");
    assertThat(explain(join("--out", terminal.path("o.jsonl"))).done().out()).contains("hash");
    assertThat(terminal.files()).containsExactly("x.csv");
    assertThat(terminal.home).doesNotExist();
  }

  @Test
  void aConstructThatCannotBeCompiledIsNamed() {
    Ran ran =
        terminal.run(
            "explain",
            "join",
            "--x",
            terminal.path("x.csv"),
            "--fn",
            "lambda a, b: hex(a['id']) == hex(b['id'])");
    assertThat(ran.done().out()).contains("hex");
  }

  @Test
  void aPlanAsJsonIsOneValue() {
    JsonNode plan = explain(join("--json")).done().json().getFirst();
    assertThat(plan.isObject()).isTrue();
    assertThat(plan.toString()).contains("hash");
  }

  @Test
  void analyzeRunsTheJoinForItsCounts() {
    assertThat(
            explain("--analyze", "join", "--x", terminal.path("x.csv"), "--fn", SAME).done().out())
        .contains("matches: 2\n");
    JsonNode plan = explain(join("--analyze", "--json")).done().json().getFirst();
    assertThat(plan.path("metrics").path("matches").asInt()).isEqualTo(2);
    assertThat(terminal.files()).containsExactly("x.csv");
    assertThat(terminal.home.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void everyTaskOfAFileIsExplained() {
    terminal.run("space", "put", "t", terminal.path("x.csv")).done();
    assertThat(explain(tasks()).done().out()).contains("hash", "c: one pass over t");
    List<JsonNode> plans = explain(tasks(), "--json").done().json();
    assertThat(plans).hasSize(2).allMatch(JsonNode::isObject);
    assertThat(plans.getLast().path("task").asText()).isEqualTo("c");
    assertThat(terminal.run("space", "list", "--json").done().json()).hasSize(1);
  }

  @Test
  void whatCannotBePlannedIsRefused() {
    explain(join("--primary-key", "nope")).failed(1, "E103");
    explain(terminal.path("no.json")).failed(4, "E201", "no.json");
    explain(terminal.text("bad.json", "{")).failed(1, "E112", "bad.json");
    explain("--strategy", "magic", "join", "--x", terminal.path("x.csv"), "--fn", SAME)
        .failed(1, "magic");
  }

  @Test
  void aCodeShowsItsPage() {
    assertThat(explain("--code", "E120").done().out()).startsWith("# E120: the function raised\n");
    assertThat(explain("--code", "e120").done().out()).startsWith("# E120");
    explain("--code", "E999").failed(1, "E999", "--list");
  }

  @Test
  void listShowsEveryCode() {
    assertThat(explain("--list").done().lines())
        .hasSize(ErrorCode.values().length)
        .contains("E120  the function raised");
    assertThat(explain("--list", "--json").done().json())
        .hasSize(ErrorCode.values().length)
        .allSatisfy(code -> assertThat(code.path("exit_code").isInt()).isTrue());
  }
}
