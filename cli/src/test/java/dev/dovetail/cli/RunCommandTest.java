package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run` with tasks as JSON.
class RunCommandTest {
  private static final String FIRST =
      "{'task':'transform','name':'first','input_space':'t','output_space':'u','copy':{'k':'id'}}";
  private static final String SECOND =
      "{'task':'transform','name':'second','input_space':'u','output_space':'v','drop':['id']}";

  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void load() {
    terminal = new Terminal(folder);
    terminal.run("space", "put", "t", terminal.file("t.csv", "id", "1", "2")).done();
  }

  @Test
  void tasksRunInTheOrderThatTheirSpacesAskFor() {
    String file = terminal.file("tasks.json", "{'tasks':[" + SECOND + "," + FIRST + "]}");
    assertThat(terminal.run("run", file).done().lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("first: 2 rows -> u (version 1), session "),
            second -> assertThat(second).startsWith("second: 2 rows -> v (version 1), session "));
    assertThat(terminal.rows("v")).containsExactly("{\"k\":1}", "{\"k\":2}");
    assertThat(terminal.run("run", file, "--quiet").done().out()).isEmpty();
    assertThat(terminal.run("run", file, "--json").done().json()).hasSize(2);
  }

  @Test
  void aRunStopsAtTheFirstTaskThatFails() {
    String bad = SECOND.replace("['id']", "['idd']");
    Ran ran =
        terminal.run(
            "run", terminal.file("tasks.json", "{'tasks':[" + FIRST + "," + bad + "]}"), "--quiet");
    ran.failed(1, "idd");
    assertThat(terminal.rows("u")).hasSize(2);
    terminal.run("space", "show", "v").failed(1, "E210");
  }

  @Test
  void aMissingInputIsRefusedBeforeAnythingRuns() {
    String away = SECOND.replace("'u'", "'tt'");
    terminal
        .run("run", terminal.file("tasks.json", "{'tasks':[" + FIRST + "," + away + "]}"))
        .failed(1, "E210", "tt");
    terminal.run("space", "show", "u").failed(1, "E210");
  }

  @Test
  void whatCannotBeReadIsNamed() {
    terminal.run("run", terminal.path("no.json")).failed(4, "E201", "no.json");
    terminal.run("run", terminal.path("no.py")).failed(4, "E201", "no.py");
    terminal.run("run", folder.toString()).failed(4, "E201", "folder");
    terminal.run("run", terminal.text("t.json", "{\"task\": 1}")).failed(1, "E112", "t.json");
    terminal.run("run", terminal.text("t.txt", "hello")).failed(1, "E112", "t.txt");
  }

  @Test
  void tasksTakeNoArguments() {
    terminal.run("run", terminal.file("t.json", FIRST), "--jsn").failed(1, "--jsn", "--json");
    terminal.run("run", terminal.file("t.json", FIRST), "more").failed(1, "more");
  }

  @Test
  void limitsHoldForEveryTask() {
    String file = terminal.file("tasks.json", FIRST);
    terminal.run("run", file, "--max-output-rows", "1").failed(4, "E404");
    terminal.run("run", file, "--max-output-rows", "2").done();
  }
}
