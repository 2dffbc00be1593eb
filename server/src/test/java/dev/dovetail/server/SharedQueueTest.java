package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.databases.CatalogKind;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.server.Client.Answer;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.run.RunSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Servers of one home and one catalog.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class SharedQueueTest {
  /// Takes minutes.
  private static final String LONG = "(x[`id`] * y[`id`]) % 1000003 == x[`id`] - y[`id`]";

  private static final String QUICK = "x[`id`] == y[`id`]";

  @Parameter CatalogKind kind = CatalogKind.SQLITE;
  @TempDir private Path home;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private Optional<String> database = Optional.empty();
  private BufferAllocator allocator;
  private PythonWorkers workers;
  private Tokens tokens;
  private String token;

  @BeforeEach
  void prepare() {
    database = kind.newCatalog();
    allocator = new RootAllocator();
    workers = new PythonWorkers(WorkerSettings.fromSystem());
    tokens = new Tokens(home);
    token = token("team");
  }

  private String token(String namespace) {
    return tokens.add(namespace, Scope.RUN, TokenLimits.DEFAULT, Optional.empty(), "a test");
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
    workers.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private DovetailServer server() {
    SpaceStore store =
        database.isPresent()
            ? SpaceStore.open(home, database.get(), allocator)
            : SpaceStore.open(home, allocator);
    open.push(store);
    ServerConfig config =
        ServerConfig.hosted(
            InetAddress.getLoopbackAddress(),
            0,
            tokens,
            Optional.empty(),
            RunSettings.defaults(),
            "test",
            "none",
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    DovetailServer server = DovetailServer.start(config, store, _ -> workers, allocator);
    open.push(server);
    return server;
  }

  private Client client(DovetailServer server) {
    return new Client(server.port(), token);
  }

  private static void put(Client client, String space, int rows) {
    StringBuilder csv = new StringBuilder("id\n");
    for (int i = 0; i < rows; i++) {
      csv.append(i).append('\n');
    }
    client.post("/v1/spaces/" + space + "/rows?primary_key=id", "text/csv", csv.toString());
  }

  private static String task(String name, String inputs, String condition) {
    return ("{'task': 'join', 'name': '%s', 'input_spaces': [%s], 'output_space': '%s',"
            + " 'primary_key': 'id', 'fn': {'lambda': {'text': 'lambda x, y: %s'}}}")
        .formatted(name, inputs, name, condition);
  }

  private static Answer submit(Client client, String key, String... tasks) {
    String body =
        ("{'tasks': [" + String.join(", ", tasks) + "]}").replace("'", "\"").replace("`", "'");
    return client.send(
        client
            .request("/v1/runs")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body)));
  }

  private static String id(Answer submitted) {
    return submitted.expect(202).json().path("id").asText();
  }

  private static JsonNode ended(Client client, String id) {
    for (int i = 0; i < 4; i++) {
      JsonNode run = client.get("/v1/runs/" + id + "?wait_seconds=30").expect(200).json();
      if (!List.of("queued", "running").contains(run.path("status").asText())) {
        return run;
      }
    }
    throw new AssertionError("run " + id + " does not end");
  }

  private static void awaitRunning(Client client, String id) throws InterruptedException {
    await(() -> client.get("/v1/runs/" + id).json().path("status").asText().equals("running"));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long until = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("this takes too long").isLessThan(until);
      Thread.sleep(20);
    }
  }

  private static List<String> sessions(Client client) {
    return client.get("/v1/sessions").json().path("sessions").findValuesAsText("session");
  }

  @Test
  void aRequestThatIsSentAgainIsTheSameRun() {
    Client one = client(server());
    put(one, "s", 5);
    String task = task("o", "'s', 's'", QUICK);
    String id = id(submit(one, "key-1", task));
    ended(one, id);
    Client two = client(server());
    Answer again = submit(two, "key-1", task).expect(200);
    assertThat(again.json().path("id").asText()).isEqualTo(id);
    assertThat(again.json().path("status").asText()).isEqualTo("done");
    assertThat(id(submit(two, "key-2", task))).isNotEqualTo(id);
    assertThat(
            submit(two, "key-1", task("p", "'s', 's'", QUICK))
                .expect(400)
                .json()
                .path("code")
                .asText())
        .isEqualTo("E408");
    submit(two, "key with spaces", task).expect(400);
    String other = token("other");
    Client stranger = new Client(server().port(), other);
    put(stranger, "s", 5);
    assertThat(id(submit(stranger, "key-1", task))).isNotEqualTo(id);
  }

  @Test
  void eachServerAnswersForAllRuns() throws Exception {
    Client one = client(server());
    put(one, "s", 5);
    put(one, "big", 60_000);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add(id(submit(one, "k" + i, task("o" + i, "'s', 's'", QUICK))));
    }
    Client two = client(server());
    for (String id : ids) {
      assertThat(ended(two, id).path("status").asText()).isEqualTo("done");
      assertThat(two.get("/v1/runs/" + id + "/events").body()).contains("event:end");
    }
    String first = id(submit(one, "l1", task("l1", "'big', 'big'", LONG)));
    awaitRunning(two, first);
    two.delete("/v1/runs/" + first).expect(202);
    for (Client client : List.of(one, two)) {
      JsonNode run = ended(client, first);
      assertThat(run.path("status").asText()).isEqualTo("cancelled");
      assertThat(run.path("error").path("code").asText()).isEqualTo("E402");
    }
    one.get("/v1/spaces/l1").expect(404);
  }

  @Test
  void whatAStoppedServerHadIsTakenUpByTheNextAndDoneOnce() throws Exception {
    DovetailServer first = server();
    Client one = client(first);
    put(one, "s", 5);
    put(one, "big", 60_000);
    String graph =
        id(submit(one, "graph", task("a", "'s', 's'", QUICK), task("b", "'big', 'big'", LONG)));
    awaitRunning(one, graph);
    await(() -> one.get("/v1/spaces/a").status() == 200);
    String waiting = id(submit(one, "other", task("c", "'big', 'big'", LONG)));
    String last = id(submit(one, "last", task("d", "'s', 's'", QUICK)));
    first.close();

    Client two = client(server());
    two.delete("/v1/runs/" + waiting).expect(202);
    assertThat(ended(two, last).path("status").asText()).isEqualTo("done");
    awaitRunning(two, graph);
    JsonNode results = two.get("/v1/runs/" + graph).json().path("results");
    assertThat(results.findValuesAsText("task")).containsExactly("a");
    assertThat(results.path(0).path("session").asText()).isEqualTo(graph);
    two.delete("/v1/runs/" + graph).expect(202);
    assertThat(ended(two, graph).path("results").findValuesAsText("task")).containsExactly("a");
    assertThat(two.get("/v1/spaces/a").json().path("version").asInt()).isEqualTo(1);
    two.get("/v1/spaces/b").expect(404);
    assertThat(sessions(two)).contains(graph, last).doesNotHaveDuplicates();
  }
}
