package dev.dovetail.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What every command has in common.
class UsageTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "space",
        "space put",
        "space list",
        "space show",
        "space head",
        "space export",
        "space history",
        "space drop",
        "join",
        "run",
        "check",
        "explain",
        "explain join",
        "sessions",
        "sessions list",
        "sessions show",
        "sessions decisions",
        "cxl",
        "cxl eval",
        "cxl check",
        "cxl fmt",
        "completion"
      })
  void everyCommandHasHelpThatNamesTheCommonOptions(String command) {
    String help = terminal.run((command + " --help").strip().split(" ")).done().out();
    assertThat(help)
        .contains(("Usage: dovetail " + command).strip())
        .contains("--memory", "--threads", "--timeout", "--max-output-rows", "--spill-dir")
        .contains("--strategy", "--json", "--quiet", "--debug");
  }

  @Test
  void versionNamesTheProduct() {
    assertThat(terminal.run("--version").done().out()).matches("dovetail \\d+\\.\\d+\\.\\d+\n");
  }

  @ParameterizedTest
  @CsvSource({
    "spcae list,space",
    "space lst,list",
    "sessions shwo,show",
    "space list --jsn,--json",
    "join --prmary-key id,--primary-key"
  })
  void aSlipIsAnsweredWithWhatWasMeant(String line, String meant) {
    terminal.run(line.split(" ")).failed(1, meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "space", "sessions", "explain", "join", "run", "check", "space put"})
  void aLineThatIsNotCompleteSaysWhatIsMissing(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");
    terminal.run(arguments).failed(1, "--help");
  }

  @ParameterizedTest
  @CsvSource({
    "--threads,0",
    "--threads,-2",
    "--threads,x",
    "--memory,0",
    "--memory,much",
    "--timeout,0s",
    "--timeout,-1s",
    "--max-output-rows,-1"
  })
  void aLimitThatNoRunCouldKeepIsRefused(String option, String value) {
    terminal.run("space", "list", option + "=" + value).failed(1, option);
  }

  @Test
  void limitsAreReadAsPeopleWriteThem() {
    for (String memory : new String[] {"512m", "2g", "1.5G", "1048576000", "1GiB", "700mb"}) {
      terminal.run("space", "list", "--memory", memory).done();
    }
    for (String timeout : new String[] {"30s", "500ms", "2m", "1.5h", "20"}) {
      terminal.run("space", "list", "--timeout", timeout).done();
    }
  }

  @Test
  void onlyDebugAddsATrace() {
    terminal.run("space", "show", "t").failed(1, "E210");
    for (String[] line :
        new String[][] {{"--debug", "space", "show", "t"}, {"space", "show", "t", "--debug"}}) {
      Ran ran = terminal.run(line);
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err()).startsWith("dovetail: E210").contains("\tat dev.dovetail.");
    }
  }

  @Test
  void aHomeThatCannotBeAFolderIsTheResourcesFault() {
    terminal.text("home", "a file where the home should be");
    String file = terminal.file("t.csv", "id", "1");
    terminal.run("space", "put", "t", file).failed(4, "E201");
  }

  @Test
  void completionIsAScriptThatShellsRead() throws Exception {
    String script = terminal.run("completion").done().out();
    assertThat(script).contains("space", "sessions", "--primary-key", "complete -F");
    Path file = Path.of(terminal.text("completion.bash", script));
    String completed =
        "source "
            + file
            + "; COMP_WORDS=(dovetail space he); COMP_CWORD=2; _complete_dovetail 2>&-;"
            + " echo \"${COMPREPLY[@]}\"";
    Process bash = new ProcessBuilder("bash", "-c", completed).redirectErrorStream(true).start();
    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("head\n");
  }
}
