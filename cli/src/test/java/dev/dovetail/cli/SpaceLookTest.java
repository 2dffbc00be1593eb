package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `space list`, `show`, `head`, `history` and `drop`.
class SpaceLookTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  private void twoVersions() {
    String first = terminal.file("1.csv", "id,name", "1,a", "2,b", "3,");
    String second = terminal.file("2.csv", "id,name", "4,d");
    terminal.run("space", "put", "t", first, "--primary-key", "id").done();
    terminal.run("space", "put", "t", second).done();
  }

  @Test
  void lookingAtAnEmptyHomeMakesNothing() {
    assertThat(terminal.run("space", "list").done().out())
        .isEqualTo("space  version  rows  bytes  columns  primary key\n");
    assertThat(terminal.run("space", "list", "--json").done().out()).isEmpty();
    assertThat(terminal.run("sessions", "list", "--json").done().out()).isEmpty();
    terminal.run("space", "show", "t").failed(1, "E210", "There are no Spaces yet");
    terminal.run("space", "head", "t").failed(1, "E210");
    terminal.run("space", "history", "t").failed(1, "E210");
    terminal.run("space", "export", "t", terminal.path("t.csv")).failed(1, "E210");
    terminal.run("space", "drop", "t").failed(1, "E210");
    assertThat(terminal.home).doesNotExist();
    assertThat(terminal.files()).isEmpty();
  }

  @Test
  void listShowsTheLastVersionOfEach() {
    twoVersions();
    assertThat(terminal.run("space", "list").done().lines().get(1)).matches("t +2 +1 +\\d+ +2  id");
    assertThat(terminal.run("space", "list", "--json").done().json())
        .singleElement()
        .satisfies(space -> assertThat(space.path("rows").asInt()).isEqualTo(1));
  }

  @Test
  void showNamesColumnsTypesAndKey() {
    twoVersions();
    assertThat(terminal.run("space", "show", "t", "--version", "1").done().out())
        .startsWith("t, version 1, 3 rows, ")
        .contains("made by put at ", "id      int64  yes\n", "name    utf8\n");
    JsonNode shown = terminal.run("space", "show", "t", "--json").done().json().getFirst();
    assertThat(shown.path("version").asInt()).isEqualTo(2);
  }

  @Test
  void headShowsTheFirstRows() {
    twoVersions();
    assertThat(terminal.run("space", "head", "t", "--version", "1").done().out())
        .isEqualTo("id  name\n 1  a\n 2  b\n 3\n");
    assertThat(terminal.run("space", "head", "t", "--version", "1", "-n", "1").done().lines())
        .hasSize(2);
    assertThat(terminal.run("space", "head", "t", "-n", "0").done().lines()).hasSize(1);
    assertThat(terminal.run("space", "head", "t", "--version", "1", "--json").done().out())
        .isEqualTo(
            "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n{\"id\":3,\"name\":null}\n");
  }

  @Test
  void headDoesNotLetDataSteerTheTerminal() {
    terminal.run("space", "put", "t", terminal.text("t.jsonl", "{\"a\":\"\\u001b[2J\\n\"}\n"));
    assertThat(terminal.run("space", "head", "t").done().out()).isEqualTo("a\n\\x1b[2J\\n\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "many", "3000000000"})
  void aNumberOfRowsIsCountedFromZero(String rows) {
    twoVersions();
    terminal.run("space", "head", "t", "-n", rows).failed(1, "-n");
    terminal.run("sessions", "list", "-n", rows).failed(1, "-n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "3"})
  void aVersionThatIsNotThereIsRefused(String version) {
    twoVersions();
    terminal.run("space", "show", "t", "--version", version).failed(1, "E210", version);
    terminal.run("space", "head", "t", "--version", version).failed(1, "E210", version);
    terminal
        .run("space", "export", "t", terminal.path("t.csv"), "--version", version)
        .failed(1, "E210", version);
  }

  @Test
  void historyListsEveryVersion() {
    twoVersions();
    assertThat(terminal.run("space", "history", "t").done().lines()).hasSize(3);
    assertThat(terminal.run("space", "history", "t", "--json").done().json())
        .extracting(version -> version.path("rows").asInt())
        .containsExactly(3, 1);
  }

  @Test
  void dropRemovesAllVersions() {
    twoVersions();
    assertThat(terminal.run("space", "drop", "t").done().out()).isEmpty();
    terminal.run("space", "history", "t").failed(1, "E210");
    terminal.run("space", "put", "t", terminal.path("1.csv")).done();
    assertThat(terminal.run("space", "history", "t").done().lines()).hasSize(2);
  }

  @Test
  void aNameThatIsNearlyRightIsRecognised() {
    twoVersions();
    terminal.run("space", "put", "clicks", terminal.path("1.csv")).done();
    terminal.run("space", "head", "click").failed(1, "Did you mean 'clicks'?");
  }
}
