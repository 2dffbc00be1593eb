package dev.dovetail.tasks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.json.TaskJson;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs of conditions that compile: no interpreter is started here.
class TaskRunnerTest {
  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void fill() {
    bench = new Bench(folder);
    bench.put(
        "clicks",
        List.of("click"),
        "{'click': 1, 'news_id': 7, 'v': 1}",
        "{'click': 2, 'news_id': 9, 'v': 1}",
        "{'click': 3, 'news_id': 7, 'v': 1}");
    bench.put("news", List.of(), "{'news_id': 7, 'title': 'a'}", "{'news_id': 8, 'title': 'b'}");
  }

  @AfterEach
  void noInterpreterRanAndNoBufferIsLost() {
    assertThat(bench.workers.processes()).isEmpty();
    bench.close();
  }

  @Test
  void outputSessionAndDecisionsAppearTogether() {
    RunResult result = bench.run(join("resolved", ""));

    assertThat(bench.rows("resolved"))
        .containsExactly("1 7 1 [{news_id:7,title:a}]", "2 9 1 []", "3 7 1 [{news_id:7,title:a}]");
    SpaceVersion version = bench.store.require("resolved");
    assertThat(version.primaryKey()).containsExactly("click");
    assertThat(version.sessionId()).isEqualTo(result.session().id());

    Session session = bench.sessions.require(result.session().id());
    assertThat(session).isEqualTo(result.session());
    assertThat(session.output()).contains(new Session.SpaceOutput("resolved", 1));
    assertThat(session.inputs())
        .containsExactly(new Session.SpaceInput("clicks", 1), new Session.SpaceInput("news", 1));
    assertThat(TaskJson.read(session.task(), "s")).isEqualTo(Bench.task(join("resolved", "")));
    assertThat(session.function().orElseThrow().source()).startsWith("lambda c, n");
    assertThat(session.metrics().pairsPossible()).isEqualTo(BigInteger.valueOf(4));
    assertThat(session.metrics().matches()).isEqualTo(1);
    assertThat(session.metrics().outputRows()).isEqualTo(3);
    assertThat(session.metrics().pairsPython()).isZero();
    assertThat(session.metrics().peakMemoryBytes()).isPositive();
    assertThat(session.plan()).contains("hash");
    assertThat(bench.decisions(session.id())).containsExactly("7 7 news", "9 null null");
  }

  @Test
  void secondRunMakesTheNextVersion() {
    bench.run(join("resolved", ""));
    RunResult second = bench.run(join("resolved", ""));
    assertThat(second.session().output()).contains(new Session.SpaceOutput("resolved", 2));
    assertThat(bench.sessions.list(10)).hasSize(2);
  }

  @Test
  void degreeViolationPublishesNothingAndLeavesAFailedSession() throws IOException {
    bench.put("news", List.of(), "{'news_id': 7, 'k': 1}", "{'news_id': 9, 'k': 1}");
    String json =
        """
        {"task": "join", "name": "j", "input_spaces": ["clicks", "news"], "output_space": "out",
         "primary_key": "news_id", "evidence": ["v", "k"], "fn": "lambda x, y: x['v'] == y['k']",
         "max_matches_per_x": 1, "max_matches_per_y": 1}""";
    assertThatThrownBy(() -> bench.run(json))
        .hasMessageContainingAll(
            "E127", "max_matches_per_x=1", "2 keys", "7 of 'clicks' has 2", "max_matches_per_y=1");
    assertThat(bench.store.find("out")).isEmpty();
    SessionSummary failed = bench.sessions.list(10).getFirst();
    assertThat(failed.errorCode()).contains("E127");
    assertThat(bench.sessions.require(failed.id()).metrics().matches()).isEqualTo(4);
    assertThatThrownBy(() -> bench.decisions(failed.id())).hasMessageContaining("E405");
    assertThat(folder.resolve("home/decisions")).isDirectoryNotContaining("glob:**.arrow");
  }

  @Test
  void fileIsWrittenWholeAndItsSessionFollows() throws IOException {
    Path out = folder.resolve("out.jsonl");
    RunResult result = bench.run(join("x", "").replace("\"x\"", "{\"file\": \"" + out + "\"}"));
    assertThat(Files.readAllLines(out)).hasSize(3).first().asString().contains("\"title\":\"a\"");
    assertThat(result.session().output()).contains(new Session.FileOutput(out.toString()));
    assertThat(bench.decisions(result.session().id())).hasSize(2);

    Path none = folder.resolve("none.jsonl");
    assertThatThrownBy(
            () ->
                bench.run(
                    join("x", ", \"max_matches_per_x\": 0")
                        .replace("\"x\"", "{\"file\": \"" + none + "\"}")))
        .hasMessageContaining("E127");
    assertThat(none).doesNotExist();
  }

  @Test
  void filesAreInputsWithTheirFingerprint() {
    Path clicks = bench.file("c.csv", "news_id,who", "7,ann");
    RunResult result =
        bench.run(
            join("out", "")
                .replace(
                    "\"clicks\"",
                    "{\"file\": \"" + clicks + "\", \"schema\": {\"news_id\": \"int64\"}}"));
    assertThat(bench.rows("out")).containsExactly("7 ann [{news_id:7,title:a}]");
    assertThat(result.session().inputs().getFirst())
        .isInstanceOfSatisfying(
            Session.FileInput.class,
            file -> {
              assertThat(file.bytes()).hasValue(18);
              assertThat(file.sha256()).isPresent();
            });
  }

  @Test
  void statedVersionIsRead() {
    bench.put("news", List.of(), "{'news_id': 9, 'title': 'later'}");
    bench.run(join("out", "").replace("\"news\"", "{\"space\": \"news\", \"version\": 1}"));
    assertThat(bench.rows("out")).first().asString().contains("title:a");
    assertThatThrownBy(
            () ->
                bench.run(
                    join("out", "").replace("\"news\"", "{\"space\": \"news\", \"version\": 5}")))
        .hasMessageContainingAll("E210", "5");
  }

  @Test
  void rowsOfOneKeyAreExpandedCollapsedOrRefused() {
    bench.run(join("out", ", \"duplicates\": \"collapse\""));
    assertThat(bench.rows("out")).containsExactly("1 7 1 [{news_id:7,title:a}]", "2 9 1 []");
    assertThatThrownBy(() -> bench.run(join("out", ", \"duplicates\": \"error\"")))
        .hasMessageContainingAll("E126", "7", "rows 1 and 3", "'clicks'");
  }

  @Test
  void oneSpaceJoinsWithItselfAndSeveralAreToldApart() {
    bench.run(join("out", "").replace("[\"clicks\", \"news\"]", "[\"news\"]"));
    assertThat(bench.rows("out"))
        .containsExactly("7 a [{news_id:7,title:a}]", "8 b [{news_id:8,title:b}]");

    bench.put("old", List.of(), "{'news_id': 7, 'year': 1999}");
    RunResult result = bench.run(join("out", "").replace("\"news\"]", "\"old\", \"news\"]"));
    assertThat(bench.rows("out"))
        .first()
        .asString()
        .isEqualTo("1 7 1 [{news_id:7,year:1999,_space:old},{news_id:7,title:a,_space:news}]");
    assertThat(bench.decisions(result.session().id()))
        .containsExactly("7 7 old", "7 7 news", "9 null null");
  }

  @Test
  void mistakesAreRefusedBeforeTheConditionRuns() {
    refused(
        join("out", "").replace("\"primary_key\": \"news_id\"", "\"primary_key\": \"click\""),
        "E103",
        "'click'",
        "'news'");
    refused(join("out", ", \"evidence\": [\"titel\"]"), "E104", "'titel'", "Did you mean 'title'?");
    refused(
        join("out", ", \"function_parameters\": {\"t\": {\"type\": \"int64\", \"value\": 1}}"),
        "E106",
        "'t'");
    refused(join("out", "").replace("lambda c, n:", "lambda c:"), "E107", "1 of the 2 rows");
    refused(join("out", "").replace("lambda c, n: ", "lambda c, n: ("), "E107");
    refused(join("out", "").replace("lambda c, n:", "lambda c, n, t:"), "E106", "'t'", "default");
    refused(
        gated("{\"kind\": \"band\", \"x\": \"v\", \"y\": \"news_id\", \"width\": 1}"),
        "E111",
        "'v'",
        "evidence");
    refused(
        gated("{\"kind\": \"band\", \"x\": \"vv\", \"y\": \"news_id\", \"width\": 1}"),
        "E111",
        "'vv'",
        "'clicks'");
    bench.put("other", List.of(), "{'news_id': 7, 'title': 5}");
    refused(join("out", "").replace("\"news\"]", "\"news\", \"other\"]"), "E105", "title");
    refused(
        join("out", "")
            .replace(
                "\"lambda c, n: c['news_id'] == n['news_id']\"",
                "{\"held\": {\"name\": \"f\", \"handle\": 1, \"because\": \"it holds a file\"}}"),
        "E108",
        "'f'");
    assertThat(bench.store.find("out")).isEmpty();
    assertThat(bench.sessions.list(100)).allMatch(session -> session.outcome().equals("failed"));
  }

  @Test
  void equalityGateOnAFieldNeedsNoInterpreter() {
    bench.run(gated("{\"kind\": \"equality\", \"key\": \"lambda r: r['news_id']\"}"));
    assertThat(bench.rows("out")).hasSize(3).first().asString().contains("title:a");
  }

  @Test
  void outputLimitPassesAtExactlyItsNumber() {
    bench.settings = bench.settings.withMaxOutputRows(3);
    bench.run(join("out", ""));
    bench.settings = bench.settings.withMaxOutputRows(2);
    assertThatThrownBy(() -> bench.run(join("out", ""))).hasMessageContainingAll("E404", "3", "2");
    assertThat(bench.store.require("out").version()).isEqualTo(1);
  }

  @Test
  void budgetThatIsSpentIsSaid() {
    bench.settings = RunSettings.defaults().withMemory(1);
    assertThatThrownBy(() -> bench.run(join("out", ""))).hasMessageContaining("E403");
    assertThat(bench.store.find("out")).isEmpty();
  }

  @Test
  void cancelledRunPublishesNothing() {
    try (RunControl control = RunControl.unlimited()) {
      control.cancel();
      assertThatThrownBy(
              () ->
                  bench.runner.run(
                      Bench.task(join("out", "")), bench.settings, control, Progress.NONE))
          .hasMessageContaining("E402");
    }
    assertThat(bench.store.find("out")).isEmpty();
    assertThat(bench.sessions.list(1).getFirst().errorCode()).contains("E402");
  }

  @Test
  void explainSaysThePlanAndLeavesNothing() {
    JoinTask task = (JoinTask) Bench.task(join("out", ", \"max_matches_per_x\": 1"));
    JoinExplanation plan = bench.runner.explain(task, bench.settings, RunControl.unlimited());
    assertThat(plan.text()).contains("hash", "clicks", "news", "max_matches_per_x=1");
    assertThat(plan.json().path("joins").path(0).path("strategy").asText()).isEqualTo("hash");
    assertThat(bench.store.find("out")).isEmpty();
    assertThat(bench.sessions.list(1)).isEmpty();
  }

  @Test
  void answerAndDecisionsDoNotDependOnHowItRuns() throws IOException {
    String[] lines = new String[1000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "{'id': " + i + ", 'k': " + i % 37 + "}";
    }
    bench.put("many", List.of("id"), lines);
    byte[] expected = null;
    for (int threads : new int[] {1, 2, 8}) {
      for (String strategy : List.of("hash", "nested-loop")) {
        bench.settings = bench.settings.withThreads(threads).withStrategy(strategy);
        RunResult result =
            bench.run(
                """
                {"task": "join", "name": "j", "input_spaces": "many", "output_space": "out",
                 "evidence": "k", "fn": "lambda x, y: x['k'] == y['k']"}""");
        byte[] bytes =
            Files.readAllBytes(
                folder.resolve("home/decisions/" + result.session().id() + ".arrow"));
        expected = expected == null ? bytes : expected;
        assertThat(bytes).as(threads + " " + strategy).isEqualTo(expected);
      }
    }
    assertThat(bench.decisions(bench.sessions.list(1).getFirst().id()))
        .startsWith("0 0 many", "0 37 many", "0 74 many")
        .endsWith("999 962 many", "999 999 many");
  }

  @Test
  void columnsAreCopiedRenamedAndDroppedWithTheKey() {
    transform("\"copy\": {\"id\": \"news_id\"}");
    assertThat(bench.rows("t")).first().isEqualTo("1 7 1 7");
    assertThat(bench.store.require("t").primaryKey()).containsExactly("click");
    transform("\"rename\": {\"click\": \"v\", \"v\": \"click\"}");
    assertThat(bench.rows("t")).first().isEqualTo("1 7 1");
    assertThat(bench.store.require("t").primaryKey()).containsExactly("v");
    transform("\"drop\": [\"click\"]");
    assertThat(bench.rows("t")).first().isEqualTo("7 1");
    assertThat(bench.store.require("t").primaryKey()).isEmpty();
    refusedTransform("\"drop\": [\"clik\"]", "E101", "'clik'", "Did you mean 'click'?");
    refusedTransform("\"copy\": {\"v\": \"click\"}", "E101", "'v'");
    refusedTransform("\"rename\": {\"v\": \"click\"}", "E101", "'click'");
    refusedTransform("\"drop\": [\"click\", \"news_id\", \"v\"]", "E101", "no column");
  }

  @Test
  void renamedColumnsReachFiles() throws IOException {
    Path out = folder.resolve("t.csv");
    bench.run(
        "{\"task\": \"transform\", \"name\": \"t\", \"input_space\": \"clicks\", \"rename\":"
            + " {\"v\": \"weight\"}, \"output_space\": {\"file\": \""
            + out
            + "\"}}");
    assertThat(Files.readAllLines(out)).startsWith("click,news_id,weight", "1,7,1");
  }

  @Test
  void graphRunsInOrderAndStopsAtAMissingInput() {
    String transform =
        "{\"task\": \"transform\", \"name\": \"t\", \"input_space\": \"%s\", \"output_space\":"
            + " \"made\", \"drop\": \"v\"}";
    String join = join("out", "").replace("\"clicks\"", "\"made\"");
    TaskGraph graph =
        new TaskGraph(
            TaskJson.readAll(
                "{\"tasks\": [" + join + "," + transform.formatted("clicks") + "]}", "g.json"));
    List<RunResult> results =
        bench.runner.run(graph, bench.settings, RunControl.unlimited(), Progress.NONE);
    assertThat(results).extracting(result -> result.task().name()).containsExactly("t", "j");
    assertThat(bench.rows("out")).hasSize(3);

    TaskGraph broken =
        new TaskGraph(
            TaskJson.readAll("{\"tasks\": [" + transform.formatted("click") + "]}", "g.json"));
    int before = bench.sessions.list(100).size();
    assertThatThrownBy(
            () -> bench.runner.run(broken, bench.settings, RunControl.unlimited(), Progress.NONE))
        .hasMessageContainingAll("E210", "'click'", "Did you mean 'clicks'?");
    assertThat(bench.sessions.list(100)).hasSize(before);
  }

  private void transform(String change) {
    bench.run(
        "{\"task\": \"transform\", \"name\": \"t\", \"input_space\": \"clicks\", \"output_space\":"
            + " \"t\", "
            + change
            + "}");
  }

  private void refusedTransform(String change, String... mentions) {
    assertThatThrownBy(() -> transform(change)).hasMessageContainingAll(mentions);
  }

  private void refused(String json, String... mentions) {
    assertThatThrownBy(() -> bench.run(json)).hasMessageContainingAll(mentions);
  }

  private static String join(String output, String more) {
    return """
        {"task": "join", "name": "j", "input_spaces": ["clicks", "news"], "output_space": "%s",
         "primary_key": "news_id", "fn": "lambda c, n: c['news_id'] == n['news_id']"%s}"""
        .formatted(output, more);
  }

  private static String gated(String gate) {
    return join("out", "")
        .replace(
            "\"lambda c, n: c['news_id'] == n['news_id']\"",
            "{\"python_function\": {\"name\": \"f\", \"source\": \"def f(x, y):\\n    return"
                + " x['news_id'] == y['news_id']\\n\", \"candidate_gate\": "
                + gate
                + "}}");
  }
}
