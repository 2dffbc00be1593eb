package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final String TRANSFORM =
      "{'task':'transform','name':'c','input_space':'t','output_space':'u','copy':{'k':'id'}}";

  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  @Test
  void aTaskInOrderIsNotRun() {
    String file = terminal.file("t.json", TRANSFORM);
    assertThat(terminal.run("check", file).done().out()).isEqualTo(file + " is in order.\n");
    assertThat(terminal.run("check", file, "--quiet").done().out()).isEmpty();
    assertThat(terminal.run("check", file, "--json").done().json().getFirst().path("file").asText())
        .isEqualTo(file);
    assertThat(terminal.home).doesNotExist();
  }

  @Test
  void anUnknownFieldIsNamedWithItsPlaceAndTheNearestName() {
    String file = terminal.file("t.json", TRANSFORM.replace("copy", "coppy"));
    terminal.run("check", file).failed(1, "E112", "coppy", "Did you mean 'copy'?", "line 1");
  }

  @Test
  void aFunctionThatCannotBeReadIsFoundBeforeTheRun() {
    String join =
        "{'task':'join','name':'j','input_spaces':['t'],'output_space':'u','fn':'lambda a, b: a['}";
    terminal.run("check", terminal.file("t.json", join)).failed(1, "E107");
  }

  @Test
  void tasksThatWaitForEachOtherAreRefused() {
    String back = TRANSFORM.replace("'t'", "'u' ").replace("'u',", "'t',").replace("'c'", "'d'");
    String both = "{'tasks':[" + TRANSFORM + "," + back + "]}";
    terminal.run("check", terminal.file("t.json", both)).failed(1, "E109", "'c'", "'d'");
  }

  @Test
  void aScriptIsParsedAndNotRun() {
    String script = terminal.text("job.py", "open('made', 'w')\n");
    terminal.run("check", script).done();
    assertThat(terminal.files()).containsExactly("job.py");
    terminal
        .run("check", terminal.text("bad.py", "x = 1\nif x\n    pass\n"))
        .failed(1, "E107", "bad.py", "line 3");
  }

  @Test
  void whatCannotBeReadIsNamed() throws Exception {
    terminal.run("check", terminal.path("no.json")).failed(4, "E201", "no.json");
    terminal.run("check", folder.toString()).failed(4, "E201", "folder");
    Files.write(folder.resolve("latin.json"), new byte[] {'"', (byte) 0xe9, '"'});
    terminal.run("check", terminal.path("latin.json")).failed(4, "E201", "UTF-8");
    terminal.run("check", terminal.text("empty.json", "")).failed(1, "E112");
    terminal.run("check", terminal.text("list.json", "[1]")).failed(1, "E112");
  }
}
