package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `join` where it succeeds. All functions here compile, so no Python process is started.
class JoinCommandTest {
  private static final String SAME = "lambda a, b: a['id'] == b['id']";

  @TempDir Path folder;
  private Terminal terminal;
  private String clicks;
  private String news;

  @BeforeEach
  void write() {
    terminal = new Terminal(folder);
    clicks = terminal.file("clicks.csv", "id,at", "1,9", "2,8", "1,7", "3,6");
    news = terminal.file("news.csv", "id,title", "1,one", "2,two");
  }

  private Ran join(String... more) {
    List<String> line = new ArrayList<>(List.of("join", "--x", clicks, "--y", news));
    line.addAll(List.of(more));
    return terminal.run(line.toArray(String[]::new));
  }

  @Test
  void filesAreJoinedIntoAFile() {
    String out = terminal.path("out.jsonl");
    assertThat(join("--fn", SAME, "--out", out).done().out())
        .startsWith("join: 4 rows, 2 matches -> " + out + ", session ");
    assertThat(terminal.read("out.jsonl"))
        .isEqualTo(
            """
            {"id":1,"at":9,"matches":[{"id":1,"title":"one"}]}
            {"id":2,"at":8,"matches":[{"id":2,"title":"two"}]}
            {"id":1,"at":7,"matches":[{"id":1,"title":"one"}]}
            {"id":3,"at":6,"matches":[]}
            """);
  }

  @Test
  void spacesAreJoinedIntoASpace() {
    terminal.run("space", "put", "clicks", clicks).done();
    terminal.run("space", "put", "news", news).done();
    Ran ran =
        terminal.run("join", "--x", "clicks", "--y", "news", "--fn", SAME, "--out", "found").done();
    assertThat(ran.out()).contains("-> found (version 1), session ");
    assertThat(terminal.rows("found")).hasSize(4);
  }

  @Test
  void rowsGoToStandardOutputAndTheSummaryDoesNot() {
    Ran ran = join("--fn", SAME, "--out", "-");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.json()).hasSize(4);
    assertThat(ran.err()).startsWith("join: 4 rows");
  }

  @Test
  void standardInputCanBeASide() {
    Ran ran =
        terminal.runWith(
            "{\"id\":2}\n", "join", "--x", "-", "--y", news, "--fn", SAME, "--out", "out");
    ran.done();
    assertThat(terminal.rows("out")).hasSize(1);
  }

  @Test
  void severalYFollowEachOther() {
    String more = terminal.file("more.csv", "id,title", "1,uno");
    terminal
        .run("join", "--x", clicks, "--y", more, "--y", news, "--fn", SAME, "--out", "out")
        .done();
    assertThat(Ran.parse(terminal.rows("out").getFirst()).path("matches").findValuesAsText("title"))
        .containsExactly("uno", "one");
  }

  @Test
  void oneInputAloneJoinsWithItself() {
    terminal.run("join", "--x", news, "--fn", "lambda a, b: True", "--out", "out").done();
    assertThat(Ran.parse(terminal.rows("out").getFirst()).path("matches")).hasSize(2);
  }

  @Test
  void theKeyMayHaveSeveralColumnsAndEvidenceIsShownToTheFunction() {
    String fn = "lambda a, b: a['id'] == b['id'] and a['at'] > 7 and b['title'] != 'two'";
    String x = terminal.file("x.csv", "id,k,at", "1,1,9", "1,2,7");
    String y = terminal.file("y.csv", "id,k,title", "1,1,one");
    terminal
        .run(
            "join",
            "--x",
            x,
            "--y",
            y,
            "--primary-key",
            "id,k",
            "--evidence",
            "at, title",
            "--fn",
            fn,
            "--out",
            "out")
        .done();
    assertThat(terminal.rows("out"))
        .map(row -> Ran.parse(row).path("matches").size())
        .containsExactly(1, 0);
  }

  @Test
  void parametersAreJsonValuesOrText() {
    String fn =
        "lambda a, b, n, f, w, yes, obj:"
            + " a['id'] <= n and f == 0.5 and w == 'two words' and yes and obj == 'x=y'";
    join(
            "--fn",
            fn,
            "--param",
            "n=2",
            "--param",
            "f=0.5",
            "--param",
            "w=two words",
            "--param",
            "yes=true",
            "--param",
            "obj=x=y",
            "--out",
            "out")
        .done();
    assertThat(terminal.rows("out"))
        .map(row -> Ran.parse(row).path("matches").size())
        .containsExactly(2, 2, 2, 0);
  }

  @Test
  void duplicatesSayWhatBecomesOfRowsWithOneKey() {
    join("--fn", SAME, "--duplicates", "expand", "--out", "all").done();
    assertThat(terminal.rows("all")).hasSize(4);
    join("--fn", SAME, "--duplicates", "collapse", "--out", "first").done();
    assertThat(terminal.rows("first")).hasSize(3);
    join("--fn", SAME, "--duplicates", "error", "--out", "none").failed(3, "E126", "1");
  }

  @Test
  void aSchemaTypesTheFiles() {
    join("--fn", SAME, "--schema", "{\"id\": \"int8\"}", "--out", "out").done();
    JsonNode space = terminal.run("space", "show", "out", "--json").done().json().getFirst();
    assertThat(space.path("schema").path("id").asText()).isEqualTo("int8");
  }

  @Test
  void jsonIsTheSessionAndQuietIsNothing() {
    JsonNode session =
        join("--fn", SAME, "--name", "mine", "--out", "out", "--json").done().json().getFirst();
    assertThat(session.path("task").path("name").asText()).isEqualTo("mine");
    assertThat(session.path("metrics").path("matches").asInt()).isEqualTo(2);
    assertThat(join("--fn", SAME, "--out", "out", "--quiet").done().out()).isEmpty();
  }

  @Test
  void everyWayToRunItGivesTheSameBytes() {
    for (String strategy : new String[] {"hash", "nested-loop"}) {
      for (String threads : new String[] {"1", "3"}) {
        String out = terminal.path(strategy + threads + ".jsonl");
        join("--fn", SAME, "--strategy", strategy, "--threads", threads, "--out", out).done();
        assertThat(terminal.read(strategy + threads + ".jsonl").lines()).hasSize(4);
      }
    }
    assertThat(terminal.read("hash1.jsonl"))
        .isEqualTo(terminal.read("hash3.jsonl"))
        .isEqualTo(terminal.read("nested-loop1.jsonl"))
        .isEqualTo(terminal.read("nested-loop3.jsonl"));
  }

  @Test
  void anInputMayBeTheOutput() {
    String file = terminal.file("n.jsonl", "{'id':1}");
    terminal.run("join", "--x", file, "--fn", "lambda a, b: False", "--out", file).done();
    assertThat(terminal.read("n.jsonl")).isEqualTo("{\"id\":1,\"matches\":[]}\n");
  }
}
