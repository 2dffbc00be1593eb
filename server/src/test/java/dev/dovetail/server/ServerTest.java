package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.server.Client.Answer;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.run.RunSettings;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The local engine over real HTTP.
class ServerTest {
  private static final String SECRET = "s3cret";

  @TempDir private Path home;
  private BufferAllocator allocator;
  private SpaceStore store;
  private PythonWorkers workers;
  private DovetailServer server;
  private Client client;

  @BeforeEach
  void start() {
    allocator = new RootAllocator();
    store = SpaceStore.open(home, allocator);
    workers = new PythonWorkers(WorkerSettings.fromSystem());
    server =
        DovetailServer.start(
            ServerConfig.local(SECRET, RunSettings.defaults(), "test"),
            store,
            _ -> workers,
            allocator);
    client = new Client(server.port(), SECRET);
  }

  @AfterEach
  void stop() {
    server.close();
    workers.close();
    store.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private static String join(String inputs, String output, String condition) {
    return ("{'task': 'join', 'name': 'j', 'input_spaces': [%s], 'output_space': %s,"
            + " 'primary_key': 'id', 'fn': {'lambda': {'text': 'lambda x, y: %s'}}}")
        .formatted(inputs, output, condition);
  }

  private static String run(String task, String more) {
    return "{'tasks': [" + task + "]" + more + "}";
  }

  private void put(String space, String csv) {
    client.post("/v1/spaces/" + space + "/rows?primary_key=id", "text/csv", csv).expect(201);
  }

  private String upload(String csv) {
    return client.post("/v1/uploads", "text/csv", csv).expect(201).json().path("upload").asText();
  }

  private JsonNode ended(String id) {
    JsonNode run = client.get("/v1/runs/" + id + "?wait_seconds=30").expect(200).json();
    assertThat(run.path("status").asText()).as(run.toString()).isNotIn("queued", "running");
    return run;
  }

  @Test
  void nobodyIsLetInWithoutTheSecret() {
    for (String token : new String[] {"", "s3cre", "s3cret2", "S3CRET"}) {
      Answer answer = new Client(server.port(), token).get("/v1/spaces").expect(401);
      assertThat(answer.contentType()).isEqualTo("application/problem+json");
      assertThat(answer.body()).doesNotContain(SECRET);
    }
  }

  @Test
  void rowsGoInAndComeOutInEveryFormat() {
    put("news", "id,title\n1,a\n2,b\n3,c\n");
    JsonNode version = client.get("/v1/spaces/news").expect(200).json();
    assertThat(version.path("rows").asInt()).isEqualTo(3);
    assertThat(version.path("primary_key").toString()).isEqualTo("[\"id\"]");
    assertThat(version.path("schema").toString())
        .isEqualTo("[[\"id\",\"int64\"],[\"title\",\"utf8\"]]");
    for (String format : new String[] {"arrow", "arrows", "parquet", "csv", "jsonl"}) {
      byte[] rows = bytes("/v1/spaces/news/rows?format=" + format);
      Answer copied =
          client.send(
              client
                  .request("/v1/spaces/copy_" + format + "/rows?format=" + format)
                  .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(rows)));
      copied.expect(201);
      assertThat(client.get("/v1/spaces/copy_" + format + "/rows?format=csv").expect(200).body())
          .isEqualTo("id,title\n1,a\n2,b\n3,c\n");
    }
    assertThat(client.get("/v1/spaces/news/rows?format=csv&offset=1&limit=1").body())
        .isEqualTo("id,title\n2,b\n");
  }

  private byte[] bytes(String path) {
    try {
      return client.http().send(client.request(path).build(), BodyHandlers.ofByteArray()).body();
    } catch (java.io.IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSpaceGrowsVersionByVersionAndGoes() {
    put("s", "id,v\n1,a\n");
    client.post("/v1/spaces/s/rows?mode=append", "text/csv", "id,v\n2,b\n").expect(200);
    client.post("/v1/spaces/s/rows?mode=upsert", "text/csv", "id,v\n1,z\n").expect(200);
    JsonNode versions = client.get("/v1/spaces/s/versions").expect(200).json().path("versions");
    assertThat(versions.findValuesAsText("operation")).containsExactly("put", "append", "upsert");
    assertThat(client.get("/v1/spaces/s/rows?version=1&format=csv").body())
        .isEqualTo("id,v\n1,a\n");
    assertThat(client.get("/v1/spaces/s/rows?format=csv").body()).contains("1,z").contains("2,b");
    client.delete("/v1/spaces/s").expect(204);
    assertThat(client.get("/v1/spaces/s").expect(404).json().path("code").asText())
        .isEqualTo("E210");
  }

  @Test
  void aBodyThatIsNoTableChangesNothing() {
    put("s", "id,v\n1,a\n");
    for (String body : new String[] {"", "id,v\n1,a,extra\n", "id,id\n1,2\n"}) {
      Answer answer = client.post("/v1/spaces/s/rows", "text/csv", body);
      assertThat(answer.status()).isBetween(400, 499);
      assertThat(answer.json().path("code").asText()).startsWith("E2");
    }
    client.post("/v1/spaces/s/rows", "image/png", "x").expect(415);
    assertThat(client.get("/v1/spaces/s").json().path("version").asInt()).isEqualTo(1);
    assertThat(home.resolve("tmp"))
        .satisfiesAnyOf(
            folder -> assertThat(folder).doesNotExist(),
            folder -> assertThat(folder).isEmptyDirectory());
  }

  @Test
  void unnamedRowsAreJoinedAndTheirResultIsFetched() {
    String x = upload("id,v\n1,a\n2,b\n");
    String y = upload("id,w\n2,c\n3,d\n");
    JsonNode run =
        client
            .post(
                "/v1/runs",
                run(
                    join(
                        "{'upload': '%s', 'name': 'left'}, {'upload': '%s', 'name': 'right'}"
                            .formatted(x, y),
                        "{'result': 'j'}",
                        "x[\\'id\\'] == y[\\'id\\']"),
                    ", 'wait_seconds': 20"))
            .expect(200)
            .json();
    assertThat(run.path("status").asText()).as(run.toString()).isEqualTo("done");
    JsonNode result = run.path("results").path(0);
    assertThat(result.path("evaluated_by").asText()).isEqualTo("compiled");
    assertThat(result.path("metrics").path("inputs").findValuesAsText("name"))
        .containsExactly("left", "right");
    String id = run.path("id").asText();
    assertThat(client.get("/v1/runs/" + id + "/rows?task=j&format=jsonl").expect(200).body())
        .isEqualTo(
            """
            {"id":1,"v":"a","matches":[]}
            {"id":2,"v":"b","matches":[{"id":2,"w":"c"}]}
            """);
    assertThat(client.get("/v1/spaces").json().path("spaces")).isEmpty();
    assertThat(client.get("/v1/sessions/" + id).expect(200).json().path("outcome").asText())
        .isEqualTo("done");
    assertThat(client.get("/v1/sessions/" + id + "/decisions?format=csv").expect(200).body())
        .contains("2,2,right");
    client.get("/v1/runs/" + id + "/rows?task=other").expect(404);
  }

  @Test
  void aTaskMayBeCalledAnythingAndNobodySeesWhereItsRowsAreKept() {
    String name = "50% ü/../?#&=+ ~ \u2603";
    String x = upload("id,v\n1,a\n2,b\n");
    String inputs =
        "{'upload': '%s', 'name': 'left'}, {'upload': '%s', 'name': 'right'}".formatted(x, x);
    String task =
        join(inputs, "{'result': '" + name + "'}", "x[\\'id\\'] == y[\\'id\\'] or x[\\'v\\'] > 1")
            .replace("'name': 'j'", "'name': '" + name + "'");
    String plan = client.post("/v1/plans", "{'task': " + task + "}").expect(200).body();
    JsonNode failed = ended(client.post("/v1/runs", run(task, "")).json().path("id").asText());
    assertThat(failed.path("status").asText()).isEqualTo("failed");
    JsonNode done =
        ended(
            client
                .post("/v1/runs", run(task.replace(" or x[\\'v\\'] > 1", ""), ""))
                .json()
                .path("id")
                .asText());
    String id = done.path("id").asText();
    String task1 = "?task=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    assertThat(client.get("/v1/runs/" + id + "/rows" + task1 + "&format=csv&limit=1").status())
        .isEqualTo(400); // matches are nested
    assertThat(
            client
                .get("/v1/runs/" + id + "/rows" + task1 + "&format=jsonl&limit=1")
                .expect(200)
                .body())
        .isEqualTo("{\"id\":1,\"v\":\"a\",\"matches\":[{\"id\":1,\"v\":\"a\"}]}\n");

    String session = client.get("/v1/sessions/" + id).expect(200).body();
    JsonNode shown = client.get("/v1/sessions/" + id).json();
    assertThat(shown.path("inputs").findValuesAsText("upload")).containsExactly(x, x);
    assertThat(shown.path("output").path("result").asText()).isEqualTo(name);
    assertThat(shown.path("task").path("output_space").path("result").asText()).isEqualTo(name);
    assertThat(shown.path("task").path("input_spaces").findValuesAsText("name"))
        .containsExactly("left", "right");
    JsonNode page = client.get("/v1/sessions" + task1 + "&limit=1&outcome=failed").json();
    assertThat(page.path("sessions").findValuesAsText("task")).containsExactly(name);
    assertThat(page.path("next").isNull()).isTrue();
    assertThat(
            List.of(
                plan,
                failed.toString(),
                done.toString(),
                session,
                page.toString(),
                client.get("/v1/sessions/" + failed.path("id").asText()).body(),
                client.get("/v1/sessions").body(),
                client.get("/v1/spaces").body()))
        .allSatisfy(text -> assertThat(text).doesNotContain("~upload", "~result"));
  }

  @Test
  void sessionsAreListedInPages() {
    put("s", "id,v\n1,a\n2,b\n");
    for (int i = 0; i < 3; i++) {
      ended(
          client.post("/v1/runs", run(join("'s'", "'o'", "True"), "")).json().path("id").asText());
    }
    JsonNode first = client.get("/v1/sessions?limit=2&outcome=done").expect(200).json();
    assertThat(first.path("sessions")).hasSize(2);
    String next = first.path("next").asText();
    assertThat(next).isEqualTo(first.path("sessions").path(1).path("session").asText());
    JsonNode second = client.get("/v1/sessions?limit=2&before=" + next).expect(200).json();
    assertThat(second.path("sessions")).hasSize(1);
    assertThat(second.path("next").isNull()).isTrue();
    client.get("/v1/sessions?before=nope").expect(404);
    client.get("/v1/sessions?outcome=perhaps").expect(400);
    client.get("/v1/sessions?limit=0").expect(400);
  }

  @Test
  void whatPythonMustDecideIsDecidedByAWorker() {
    put("s", "id,v\n1,a\n2,b\n");
    JsonNode run =
        client
            .post(
                "/v1/runs",
                run(
                    join("'s', 's'", "'o'", "hash(str(x[\\'id\\'])) == hash(str(y[\\'id\\']))"),
                    ", 'wait_seconds': 30"))
            .json();
    JsonNode ended = ended(run.path("id").asText());
    assertThat(ended.path("results").path(0).path("evaluated_by").asText())
        .as(ended.toString())
        .isEqualTo("engine");
    assertThat(ended.path("results").path(0).path("metrics").path("matches").asInt()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'tasks': 3}|400|",
        "{'tsks': []}|400|",
        "[1]|400|",
        "{'tasks': [], 'settings': {'memory': 1}}|400|",
        "{'tasks': [], 'settings': {'threads': 0}}|400|",
        "{'tasks': [{'task': 'join', 'nme': 'j'}]}|400|E112",
        "{'tasks': [], 'tasks': []}|400|",
      })
  void whatCannotBeReadIsRefused(String body, int status, String code) {
    JsonNode problem = client.post("/v1/runs", body).expect(status).json();
    assertThat(problem.path("code").asText()).isEqualTo(code == null ? "" : code);
    assertThat(problem.path("detail").asText()).isNotEmpty();
  }

  @Test
  void missingInputsAndFilesOfTheMachineAreRefusedBeforeARunBegins() {
    String missing = run(join("'nope', 'nope'", "'o'", "True"), "");
    assertThat(client.post("/v1/runs", missing).expect(404).json().path("code").asText())
        .isEqualTo("E210");
    String file = run(join("{'file': '/etc/passwd'}", "'o'", "True"), "");
    assertThat(client.post("/v1/runs", file).expect(400).json().path("code").asText())
        .isEqualTo("E101");
    String gone = run(join("{'upload': 'u1'}", "'o'", "True"), "");
    JsonNode problem = client.post("/v1/runs", gone).expect(404).json();
    assertThat(problem.path("what").asText()).isEqualTo("there is no upload 'u1'");
    String temporary = run(join("'~upload-1'", "'o'", "True"), "");
    assertThat(client.post("/v1/runs", temporary).expect(400).json().path("code").asText())
        .isEqualTo("E214");
    assertThat(client.get("/v1/sessions").json().path("sessions")).isEmpty();
  }

  @Test
  void aFailedRunTellsWhatTheCommandLineTells() {
    put("s", "id,v\n1,a\n2,b\n");
    String task = join("'s', 's'", "'o'", "x[\\'id\\'] == 1 or x[\\'nope\\'] == 1");
    String id = client.post("/v1/runs", run(task, "")).json().path("id").asText();
    JsonNode run = ended(id);
    assertThat(run.path("status").asText()).isEqualTo("failed");
    assertThat(run.path("error").path("code").asText()).isEqualTo("E120");
    assertThat(run.path("error").path("exit_code").asInt()).isEqualTo(3);
    assertThat(client.get("/v1/sessions/" + id).json().path("error").path("code").asText())
        .isEqualTo("E120");
    client.get("/v1/spaces/o").expect(404);
  }

  @Test
  void anEndlessRunIsCancelledAndOthersWait() throws Exception {
    put("s", "id,v\n1,a\n2,b\n");
    String endless = join("'s', 's'", "'o'", "[1 for _ in iter(int, 1)] == y[\\'id\\']");
    String id = client.post("/v1/runs", run(endless, "")).expect(202).json().path("id").asText();
    try (InputStream events =
        client
            .http()
            .send(
                client.request("/v1/runs/" + id + "/events").build(), BodyHandlers.ofInputStream())
            .body()) {
      while (!client.get("/v1/runs/" + id).json().path("status").asText().equals("running")) {
        Thread.sleep(20);
      }
      client.delete("/v1/runs/" + id).expect(202);
      String told = new String(events.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(told).contains("event:progress").contains("event:end").contains("cancelled");
    }
    assertThat(ended(id).path("error").path("code").asText()).isEqualTo("E402");
  }

  @Test
  void aDeadlineEndsARun() {
    put("s", "id,v\n1,a\n2,b\n");
    String endless = join("'s', 's'", "'o'", "[1 for _ in iter(int, 1)] == y[\\'id\\']");
    String id =
        client
            .post("/v1/runs", run(endless, ", 'settings': {'timeout_seconds': 6}"))
            .expect(202)
            .json()
            .path("id")
            .asText();
    assertThat(ended(id).path("error").path("code").asText()).isIn("E130", "E401");
  }

  @Test
  void eventsGoOnBehindTheLastOneSeen() {
    put("s", "id,v\n1,a\n");
    String task = join("'s', 's'", "'o'", "x[\\'id\\'] == y[\\'id\\']");
    String id =
        client.post("/v1/runs", run(task, ", 'wait_seconds': 20")).json().path("id").asText();
    Answer all = client.get("/v1/runs/" + id + "/events").expect(200);
    assertThat(all.contentType()).startsWith("text/event-stream");
    assertThat(all.body()).contains("event:end");
    Answer resumed =
        client.send(client.request("/v1/runs/" + id + "/events").header("Last-Event-ID", "2"));
    assertThat(resumed.expect(200).body()).contains("event:end");
    client
        .send(client.request("/v1/runs/" + id + "/events").header("Last-Event-ID", "x"))
        .expect(400);
  }

  @Test
  void aPlanNeedsNoRun() {
    put("s", "id,v\n1,a\n");
    String task = join("'s', 's'", "'o'", "x[\\'id\\'] == y[\\'id\\']");
    JsonNode plan = client.post("/v1/plans", "{'task': " + task + "}").expect(200).json();
    assertThat(plan.path("text").asText()).contains("strategy: hash");
    assertThat(plan.path("plan").path("joins").path(0).path("strategy").asText()).isEqualTo("hash");
    assertThat(client.get("/v1/sessions").json().path("sessions")).isEmpty();
  }

  @Test
  void aRunWhoseClientLeavesIsCancelled() throws Exception {
    put("s", "id,v\n1,a\n");
    String held =
        join("'s', 's'", "'o'", "True")
            .replaceAll(
                "\\{'lambda'.*", "{'held': {'name': 'f', 'handle': 1, 'because': 'it is mine'}}}");
    String id = client.post("/v1/runs", run(held, "")).expect(202).json().path("id").asText();
    String request =
        "GET /v1/runs/%s/evaluator HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(id, SECRET);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      int read = in.read();
      while (read != 0xD0) { // LOAD
        assertThat(read).isNotNegative();
        read = in.read();
      }
    }
    assertThat(ended(id).path("status").asText()).isEqualTo("cancelled");
  }

  @Test
  void aRunThatNobodyLooksAtIsCancelled() throws Exception {
    put("s", "id,v\n1,a\n");
    server.close();
    ServerConfig config = ServerConfig.local(SECRET, RunSettings.defaults(), "test");
    server =
        DovetailServer.start(
            config.withLimits(config.limits().withAbandoned(Duration.ofSeconds(2))),
            store,
            _ -> workers,
            allocator);
    client = new Client(server.port(), SECRET);
    String endless = join("'s', 's'", "'o'", "[1 for _ in iter(int, 1)] == y[\\'id\\']");
    String looked = client.post("/v1/runs", run(endless, "")).json().path("id").asText();
    String left = client.post("/v1/runs", run(endless, "")).json().path("id").asText();
    for (int i = 0; i < 10; i++) {
      Thread.sleep(500);
      assertThat(client.get("/v1/runs/" + looked).json().path("status").asText())
          .isEqualTo("running");
    }
    assertThat(client.get("/v1/runs/" + left).json().path("status").asText())
        .isEqualTo("cancelled");
    client.delete("/v1/runs/" + looked).expect(202);
    ended(looked);
  }

  @Test
  void rowsAndRunsAreForgottenAfterAWhile() {
    String x = upload("id,v\n1,a\n");
    store.dropTemporary(Instant.now().minus(Duration.ofHours(1)));
    assertThat(store.find("~upload-" + x)).isPresent();
    store.dropTemporary(Instant.now().plusSeconds(1));
    assertThat(store.find("~upload-" + x)).isEmpty();
    client.delete("/v1/uploads/" + x).expect(404);
  }

  @Test
  void aFunctionIsTriedWhenItIsRegistered() {
    String source = "def near(x, y, d):\\n    return abs(x['at'] - y['at']) <= d\\n";
    String function =
        "{\"name\": \"near\", \"source\": \""
            + source
            + "\", \"function_parameters\": {\"d\": {\"type\": \"int64\", \"value\": 2}},"
            + " \"example\": {\"x\": [{\"id\": 1, \"at\": 5}], \"y\": [{\"id\": 2, \"at\": 7},"
            + " {\"id\": 3, \"at\": 9}], \"evidence\": [\"at\"]}}";
    JsonNode registered =
        client.post("/v1/functions", "application/json", function).expect(201).json();
    String hash = registered.path("function").asText();
    assertThat(registered.path("example").path("matches").asInt()).isEqualTo(1);
    assertThat(registered.path("example").path("evaluated_by").asText()).isEqualTo("compiled");
    assertThat(
            client
                .post("/v1/functions", "application/json", function)
                .json()
                .path("function")
                .asText())
        .isEqualTo(hash);
    assertThat(client.get("/v1/functions").json().path("functions").findValuesAsText("name"))
        .containsExactly("near");

    put("s", "id,at\n1,5\n2,7\n3,9\n");
    String task =
        "{'task': 'join', 'name': 'j', 'input_spaces': ['s', 's'], 'output_space': 'o', 'evidence':"
            + " ['at'], 'fn': {'function': '%s'}%s}";
    String wider = ", 'function_parameters': {'d': {'type': 'int64', 'value': 4}}";
    assertThat(matches(task.formatted(hash, ""))).isEqualTo(7);
    assertThat(matches(task.formatted(hash, wider))).isEqualTo(9);
    String unknown = ", 'function_parameters': {'e': {'type': 'int64', 'value': 4}}";
    client.post("/v1/runs", run(task.formatted(hash, unknown), "")).expect(400);
    client.post("/v1/runs", run(task.formatted("0".repeat(64), ""), "")).expect(404);
    client.get("/v1/functions/..%2fcatalog").expect(404);
  }

  private int matches(String task) {
    String id = client.post("/v1/runs", run(task, "")).json().path("id").asText();
    JsonNode run = ended(id);
    assertThat(run.path("status").asText()).as(run.toString()).isEqualTo("done");
    return run.path("results").path(0).path("metrics").path("matches").asInt();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "def f(x, y:|E107",
        "def g(x, y): return True|E107",
        "def f(x): return True|E106",
      })
  void aFunctionThatCannotBeCalledIsNotRegistered(String source, String code) {
    JsonNode problem =
        client
            .post("/v1/functions", "{'name': 'f', 'source': '" + source + "'}")
            .expect(400)
            .json();
    assertThat(problem.path("code").asText()).as(problem.toString()).isIn(code, "E107");
    assertThat(client.get("/v1/functions").json().path("functions")).isEmpty();
  }

  @Test
  void theServiceTellsHowItIs() {
    Client nobody = new Client(server.port(), "");
    assertThat(nobody.get("/health/live").expect(200).json().path("status").asText())
        .isEqualTo("up");
    assertThat(nobody.get("/health/ready").expect(200).json().path("status").asText())
        .isEqualTo("ready");
    client.get("/v1/spaces").expect(200);
    assertThat(nobody.get("/metrics").expect(200).body())
        .contains("dovetail_requests_total{method=\"GET\",route=\"/v1/spaces\",status=\"200\"} 1.0")
        .contains("dovetail_runs_going_on 0.0");
    assertThat(nobody.get("/openapi.yaml").expect(200).body()).startsWith("openapi: 3.1.0");
  }
}
