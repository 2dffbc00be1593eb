package dev.dovetail.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceExportTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void load() {
    terminal = new Terminal(folder);
    terminal.run("space", "put", "t", terminal.file("t.csv", "id,name", "1,a", "2,b")).done();
  }

  @Test
  void standardOutputIsADash() {
    assertThat(terminal.run("space", "export", "t", "-", "--format", "csv").done().out())
        .isEqualTo("id,name\n1,a\n2,b\n");
    terminal.run("space", "export", "t", "-").failed(1, "E202", "format");
  }

  @ParameterizedTest
  @CsvSource({"csv,1", "jsonl,0"})
  void aTableWithoutRowsIsAFileWithoutRows(String format, int lines) {
    String whole = "id\n".repeat(lines);
    terminal.run("space", "put", "none", terminal.file("none.csv", "id")).done();
    String file = terminal.path("none." + format);
    terminal.run("space", "export", "none", file).done();
    assertThat(terminal.read("none." + format)).isEqualTo(whole);
    assertThat(terminal.run("space", "export", "none", "-", "--format", format).done().out())
        .isEqualTo(whole);
  }

  @Test
  void anExistingFileIsReplacedAndKeepsItsPermissions() throws Exception {
    Path file = Path.of(terminal.text("out.csv", "something that was there before\n"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    terminal.run("space", "export", "t", file.toString()).done();
    assertThat(file).hasContent("id,name\n1,a\n2,b");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-r--");
  }

  @Test
  void aNewFileIsAsReadableAsAnyOther() throws Exception {
    Path other = Path.of(terminal.text("other", ""));
    terminal.run("space", "export", "t", terminal.path("out.csv")).done();
    assertThat(Files.getPosixFilePermissions(folder.resolve("out.csv")))
        .isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void aLinkIsFollowed() throws Exception {
    Path real = Path.of(terminal.text("real.csv", ""));
    Files.createSymbolicLink(folder.resolve("link.csv"), real);
    terminal.run("space", "export", "t", terminal.path("link.csv")).done();
    assertThat(folder.resolve("link.csv")).isSymbolicLink();
    assertThat(real).hasContent("id,name\n1,a\n2,b");
  }

  @Test
  void aPipeIsWrittenToAndNotReplaced() throws Exception {
    Path pipe = folder.resolve("pipe.csv");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readString(pipe);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    terminal.run("space", "export", "t", pipe.toString()).done();
    assertThat(Files.isRegularFile(pipe)).isFalse();
    assertThat(read.get()).isEqualTo("id,name\n1,a\n2,b\n");
  }

  @Test
  void whatCannotBeWrittenLeavesNothing() {
    terminal.run("space", "export", "t", terminal.path("no/t.csv")).failed(4, "E201", "no/t.csv");
    terminal.run("space", "export", "t", folder.toString(), "--format", "csv").failed(4, "folder");
    terminal.run("space", "export", "t", terminal.path("t.csv/x.csv")).failed(4, "E201");
    terminal.run("space", "export", "t", terminal.path("t.xyz")).failed(1, "E202", "format");
    terminal.run("space", "export", "t", terminal.path("t.parquet.gz")).failed(1, "E202");
    assertThat(terminal.files()).containsExactly("t.csv");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aStandardOutputThatTakesNoMoreFailsTheCommand() throws Exception {
    PrintStream out = System.out;
    try (PrintStream full = new PrintStream(new FileOutputStream("/dev/full"), true, UTF_8)) {
      System.setOut(full);
      assertThat(Main.run(terminal.home, "space", "export", "t", "-", "--format", "csv"))
          .isEqualTo(4);
      assertThat(Main.run(terminal.home, "space", "list")).isEqualTo(4);
    } finally {
      System.setOut(out);
    }
  }

  @Test
  void aFormatThatCannotHoldAColumnIsRefused() {
    terminal.run("space", "put", "l", terminal.file("l.jsonl", "{'a':[1,2]}")).done();
    terminal.run("space", "export", "l", terminal.path("l.csv")).failed(1, "E204", "'a'");
    assertThat(terminal.files()).containsExactly("l.jsonl", "t.csv");
  }
}
