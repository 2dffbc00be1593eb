package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run` with a script, in a process of its own: a script inherits the standard streams, and an
/// interrupt ends a process.
class ScriptRunTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  private Process start(String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("-XX:TieredStopAtLevel=1");
    line.add("-Ddovetail.python=" + Path.of("..", "python-sdk", "src").toRealPath());
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add("dev.dovetail.cli.Main");
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().put("DOVETAIL_HOME", terminal.home.toString());
    return builder.start();
  }

  private Ran run(String... arguments) throws Exception {
    int code = start(arguments).waitFor();
    return new Ran(code, terminal.read("out"), terminal.read("err"));
  }

  @Test
  void aScriptGetsItsArgumentsAndEndsWithItsOwnCode() throws Exception {
    terminal.text("job.py", "import sys\nprint(sys.argv[1:])\nsys.exit(7)\n");
    Ran ran = run("run", "job.py", "a", "--param=1", "--", "--json");
    assertThat(ran.code()).as(ran.err()).isEqualTo(7);
    assertThat(ran.out()).isEqualTo("['a', '--param=1', '--json']\n");
  }

  @Test
  void aFailedTaskEndsTheScriptWithTheCodeOfWhoseTurnItIs() throws Exception {
    terminal.file("t.csv", "id", "1");
    terminal.text(
        "job.py",
        """
        from dovetail import Join, Space
        Space("t").put("t.csv", primary_key="id")
        Join(name="j", input_spaces="t", output_space="u", fn=lambda a, b: True,
             max_matches_per_x=0).run()
        """);
    Ran ran = run("run", "job.py");
    assertThat(ran.code()).as(ran.err()).isEqualTo(3);
    assertThat(ran.err()).startsWith("E127: max_matches_per_x=0").doesNotContain("\tat ");
  }

  @Test
  void anInterruptCancelsTheRunAndPublishesNothing() throws Exception {
    terminal.file("t.csv", "id", "1", "2");
    Process process =
        start(
            "join",
            "--x",
            "t.csv",
            "--fn",
            "lambda a, b: len([1 for i in range(10 ** 12)]) > 1",
            "--out",
            "out.jsonl");
    List<ProcessHandle> workers = awaitWorkers(process);
    assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor())
        .isZero();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    for (ProcessHandle worker : workers) {
      worker.onExit().get(1, TimeUnit.MINUTES);
    }
    assertThat(terminal.read("err")).startsWith("dovetail: E402").doesNotContain("\tat ");
    assertThat(folder.resolve("out.jsonl")).doesNotExist();
    assertThat(terminal.files()).containsExactly("err", "out", "t.csv");
  }

  /// Waits until the run has begun to work: it has started a Python process.
  private List<ProcessHandle> awaitWorkers(Process process) throws Exception {
    while (process.descendants().findAny().isEmpty()) {
      boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
      assertThat(ended).as(Files.readString(folder.resolve("err"))).isFalse();
    }
    return process.descendants().toList();
  }
}
