package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `space put` on what is not there, not a file, or not a name.
class PutRefusalTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  @Test
  void aFileThatIsNotThereNamesTheOneThatIs() {
    terminal.file("clicks.csv", "id", "1");
    terminal
        .run("space", "put", "t", terminal.path("click.csv"))
        .failed(4, "E201", "click.csv", "Did you mean 'clicks.csv'?");
    assertThat(terminal.home).doesNotExist();
  }

  @Test
  void aFolderIsNoFile() {
    terminal.run("space", "put", "t", folder.toString()).failed(4, "E201", "folder");
  }

  @Test
  void aFileThatCannotBeOpenedIsNamed() {
    terminal.file("plain.csv", "id", "1");
    terminal.run("space", "put", "t", terminal.path("plain.csv/x.csv")).failed(4, "E201", "x.csv");
    terminal.run("space", "put", "t", "nul\0.csv").failed(4, "E201");
    terminal.run("space", "put", "t", "").failed(4, "E201");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "straße", "a/b", "", "../up", "-x", ".hidden"})
  void aNameThatNoSpaceCanHaveIsRefused(String name) {
    String file = terminal.file("t.csv", "id", "1");
    terminal.run("space", "put", "--", name, file).failed(1, "E214", "'" + name + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "2024", "_x", "A-b.c_d"})
  void anyOtherNameWorksEverywhere(String name) {
    String file = terminal.file("t.csv", "id", "1");
    terminal.run("space", "put", name, file).done();
    terminal.run("space", "head", name).done();
    assertThat(terminal.rows(name)).hasSize(1);
    terminal
        .run("join", "--x", name, "--fn", "lambda a, b: a['id'] == b['id']", "--out", "out")
        .done();
    terminal.run("space", "drop", name).done();
  }

  @Test
  void columnNamesMayHaveBlanksAndAnyLetters() {
    String file = terminal.file("t.csv", "full name,größe,名", "a,1,x");
    terminal.run("space", "put", "t", file, "--primary-key", "full name").done();
    assertThat(terminal.rows("t")).containsExactly("{\"full name\":\"a\",\"größe\":1,\"名\":\"x\"}");
  }

  @Test
  void aFormatIsNamedOrShown() {
    String file = terminal.text("data.xyz", "1,2\n");
    terminal.run("space", "put", "t", file).failed(1, "E202", "format");
    terminal.run("space", "put", "t", file, "--format", "cvs").failed(1, "Did you mean 'csv'?");
  }

  @Test
  void aDeadlineEndsAPut() {
    String file = terminal.file("t.csv", "id", "1");
    terminal.run("space", "put", "t", file, "--timeout", "0").failed(1, "--timeout");
    terminal.run("space", "put", "t", file, "--timeout", "soon").failed(1, "--timeout", "30s");
    terminal.run("space", "put", "t", file, "--timeout", "5m").done();
  }
}
