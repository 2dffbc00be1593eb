package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The language of pipelines by itself.
class CxlCommandTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          1 + 2 | 3
          a.b.upper() | "'OAK'"
          n ?? [1, null] | [1,null]
          emit x = a  filter n.is_null()  emit y = 1 / 4 | {'x':{'b':'oak'},'y':0.25}
          filter n == 1  emit y = 1 | null
          """)
  void aTextIsEvaluatedOverARow(String text, String expected) {
    assertThat(
            terminal
                .run("cxl", "eval", text, "--row", "{\"a\": {\"b\": \"oak\"}, \"n\": null}")
                .done()
                .out())
        .isEqualTo(expected.replace('\'', '"') + "\n");
  }

  @Test
  void aRowThatFailsEndsWithItsCode() {
    Ran ended = terminal.run("cxl", "eval", "1 / x", "--row", "{\"x\": 0}");
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err()).contains("E343", "division by zero");
    assertThat(terminal.run("cxl", "eval", "1", "--row", "[1]").code()).isEqualTo(1);
    assertThat(terminal.run("cxl", "eval", "1", "--row", "{\"a\": [1, \"x\"]}").err())
        .contains("E101", "'a'");
  }

  @Test
  void allThatIsWrongWithAFileIsShownInItsLines() throws Exception {
    Path file = folder.resolve("body.cxl");
    Files.writeString(file, "emit a = 1\nemit b = = 2\nlet c = 'x\n");
    Ran ended = terminal.run("cxl", "check", file.toString());
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .contains("E340", "body.cxl:2:10", "emit b = = 2\n           ^", "body.cxl:3:9");
    assertThat(terminal.run("cxl", "check", folder.resolve("none").toString()).code()).isEqualTo(4);
  }

  @Test
  void aFileIsWrittenInOneWay() throws Exception {
    Path file = folder.resolve("body.cxl");
    Files.writeString(file, "emit a=(b+1)*2 filter   not(a>1) // why\n");
    assertThat(terminal.run("cxl", "fmt", file.toString()).done().out())
        .isEqualTo("emit a = (b + 1) * 2\nfilter not (a > 1)\n");
    assertThat(terminal.run("cxl", "check", file.toString()).done().out()).contains("in order");
  }
}
