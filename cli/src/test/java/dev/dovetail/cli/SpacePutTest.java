package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpacePutTest {
  @TempDir Path folder;
  private Terminal terminal;

  @BeforeEach
  void open() {
    terminal = new Terminal(folder);
  }

  private String csv() {
    return terminal.file("t.csv", "id,name", "1,a", "2,b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t.csv",
        "t.tsv",
        "t.jsonl",
        "t.parquet",
        "t.arrow",
        "t.arrows",
        "t.csv.gz",
        "t.jsonl.zst",
        "t.arrows.zst"
      })
  void everyFormatComesBackAsItWent(String name) {
    terminal.run("space", "put", "t", csv()).done();
    terminal.run("space", "export", "t", terminal.path("back." + name)).done();
    terminal.run("space", "put", "back", terminal.path("back." + name)).done();
    assertThat(terminal.rows("back"))
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"b\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "jsonl", "parquet", "arrow", "arrows"})
  void formatNamesWhatTheFileNameDoesNot(String format) {
    terminal.run("space", "put", "t", csv()).done();
    String file = terminal.path("table");
    terminal.run("space", "export", "t", file, "--format", format).done();
    terminal.run("space", "put", "back", file, "--format", format).done();
    assertThat(terminal.rows("back")).hasSize(2);
  }

  @Test
  void theSummarySaysVersionAndRows() {
    assertThat(terminal.run("space", "put", "t", csv()).done().out())
        .isEqualTo("put t, version 1, 2 rows\n");
    assertThat(terminal.run("space", "put", "t", csv(), "--quiet").done().out()).isEmpty();
    JsonNode third = terminal.run("space", "put", "t", csv(), "--json").done().json().getFirst();
    assertThat(third.path("version").asInt()).isEqualTo(3);
    assertThat(third.path("schema").path("id").asText()).isEqualTo("int64");
  }

  @Test
  void replaceAppendAndUpsertKeepTheEarlierVersion() {
    terminal.run("space", "put", "t", csv(), "--primary-key", "id").done();
    String more = terminal.file("more.csv", "id,name", "2,B", "3,c");
    terminal.run("space", "put", "t", more, "--upsert").done();
    assertThat(terminal.rows("t"))
        .containsExactly(
            "{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"B\"}", "{\"id\":3,\"name\":\"c\"}");
    terminal.run("space", "put", "t", more, "--append").done();
    assertThat(terminal.rows("t")).hasSize(5);
    terminal.run("space", "put", "t", more, "--replace").done();
    assertThat(terminal.rows("t")).hasSize(2);
    assertThat(terminal.run("space", "history", "t", "--json").done().json())
        .extracting(version -> version.path("made_by").asText())
        .containsExactly("put", "upsert", "append", "put");
  }

  @Test
  void ofAppendUpsertAndReplaceOneMayBeNamed() {
    terminal.run("space", "put", "t", csv(), "--append", "--upsert").failed(1, "--append");
  }

  @Test
  void uniqueRefusesAKeyThatOccursTwiceAndStoresNothing() {
    String twice = terminal.file("twice.csv", "id", "1", "2", "1");
    terminal
        .run("space", "put", "t", twice, "--primary-key", "id", "--unique")
        .failed(3, "E126", "1");
    terminal.run("space", "show", "t").failed(1, "E210");
  }

  @Test
  void aKeyOfSeveralColumnsIsSeparatedByCommas() {
    terminal.run("space", "put", "t", csv(), "--primary-key", "id, name").done();
    JsonNode shown = terminal.run("space", "show", "t", "--json").done().json().getFirst();
    assertThat(shown.path("primary_key").toString()).isEqualTo("[\"id\",\"name\"]");
    terminal.run("space", "put", "t", csv(), "--primary-key", "nmae").failed(1, "nmae", "id, name");
  }

  @Test
  void aSchemaIsTextOrAFile() {
    String schema = "{\"id\": \"int8\", \"name\": \"utf8\"}";
    terminal.run("space", "put", "t", csv(), "--schema", schema).done();
    terminal.run("space", "put", "u", csv(), "--schema", terminal.text("s.json", schema)).done();
    for (String space : new String[] {"t", "u"}) {
      JsonNode types =
          terminal.run("space", "show", space, "--json").done().json().getFirst().path("schema");
      assertThat(types.toString()).isEqualTo("{\"id\":\"int8\",\"name\":\"utf8\"}");
    }
  }

  @Test
  void aSchemaThatCannotBeMeantIsRefused() {
    String file = csv();
    terminal
        .run("space", "put", "t", file, "--schema", "{\"nam\": \"utf8\"}")
        .failed(1, "E205", "Did you mean 'name'?");
    terminal.run("space", "put", "t", file, "--schema", "{\"id\": \"int46\"}").failed(1, "E205");
    terminal.run("space", "put", "t", file, "--schema", "{\"id\"").failed(1, "E205");
    terminal.run("space", "put", "t", file, "--schema", terminal.path("no")).failed(1, "E205");
  }

  @Test
  void csvDialectOptionsSayHowTheFileIsWritten() {
    String file = terminal.text("odd.txt", "#note\n1;'it\\'s'\n2;NA\n");
    terminal
        .run(
            "space",
            "put",
            "t",
            file,
            "--format",
            "csv",
            "--delimiter",
            ";",
            "--quote",
            "'",
            "--escape",
            "\\",
            "--no-header",
            "--null",
            "NA",
            "--comment",
            "#")
        .done();
    assertThat(terminal.rows("t"))
        .map(row -> row.replaceAll("\"[^\"]+\":", ""))
        .containsExactly("{1,\"it's\"}", "{2,null}");
  }

  @Test
  void delimiterMayBeWrittenAsTab() {
    String file = terminal.text("t.txt", "id\tname, first\n1\ta\n");
    for (String tab : new String[] {"\\t", "tab", "\t"}) {
      terminal.run("space", "put", "t", file, "--format", "csv", "--delimiter", tab).done();
      assertThat(terminal.rows("t")).containsExactly("{\"id\":1,\"name, first\":\"a\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--delimiter", "--quote", "--escape", "--comment"})
  void anOptionOfOneCharacterTakesNoTwo(String option) {
    terminal.run("space", "put", "t", csv(), option, "ab").failed(1, "E202", option, "'ab'");
  }

  @Test
  void encodingNamesWhatTheBytesMean() throws Exception {
    Files.write(folder.resolve("latin.csv"), new byte[] {'a', '\n', (byte) 0xe9, '\n'});
    String file = terminal.path("latin.csv");
    terminal.run("space", "put", "t", file, "--encoding", "ISO-8859-1").done();
    assertThat(terminal.rows("t")).containsExactly("{\"a\":\"é\"}");
    terminal.run("space", "put", "t", file).failed(3, "E203");
    terminal.run("space", "put", "t", file, "--encoding", "latin-99").failed(1, "latin-99");
  }

  @Test
  void standardInputIsADash() {
    terminal.runWith("{\"a\":1}\n", "space", "put", "t", "-").done();
    terminal.runWith("a\n2\n", "space", "put", "t", "-", "--format", "csv", "--append").done();
    assertThat(terminal.rows("t")).containsExactly("{\"a\":1}", "{\"a\":2}");
    terminal.runWith("a\n1\n", "space", "put", "t", "-").failed(1, "E202", "format");
    terminal.runWith("", "space", "put", "t", "-", "--format", "csv").failed(3, "standard input");
    assertThat(terminal.home.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void aMalformedRowIsNamedByItsPlaceAndNothingIsStored() {
    String file = terminal.text("bad.csv", "id,name\n1,a\n2,b,c\n");
    terminal.run("space", "put", "t", file).failed(3, "E203", "bad.csv", "line 3");
    assertThat(terminal.run("space", "list", "--json").done().out()).isEmpty();
  }
}
