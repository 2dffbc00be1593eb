package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.polyglot.eval.HostedWorkers;
import dev.dovetail.polyglot.eval.Hosting;
import dev.dovetail.polyglot.eval.Sandbox;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.server.Client.Answer;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.run.RunSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Callers with tokens, and requests that mean no good.
class HostedServerTest {
  private static final String ENDLESS =
      "{'tasks': [{'task': 'join', 'name': 'j', 'input_spaces': ['s', 's'], 'output_space': 'o',"
          + " 'fn': {'lambda': {'text': 'lambda x, y: [1 for _ in iter(int, 1)] == 1'}}}]}";

  @TempDir private Path home;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private BufferAllocator allocator;
  private SpaceStore store;
  private HostedWorkers workers;
  private DovetailServer server;
  private Tokens tokens;

  @BeforeEach
  void start() {
    allocator = new RootAllocator();
    store = SpaceStore.open(home, allocator);
    Sandbox sandbox =
        Sandbox.detect() instanceof Sandbox.Found(Sandbox found) ? found : Sandbox.NONE;
    Hosting hosting = Hosting.behind(sandbox);
    workers = new HostedWorkers(WorkerSettings.fromSystem(), hosting);
    tokens = new Tokens(home);
    ServerConfig config =
        ServerConfig.hosted(
            InetAddress.getLoopbackAddress(),
            0,
            tokens,
            Optional.empty(),
            RunSettings.defaults(),
            "test",
            hosting.sandbox().text(),
            new PrintStream(log, true, StandardCharsets.UTF_8));
    server =
        DovetailServer.start(
            config.withLimits(config.limits().withMaxBodyBytes(1 << 20)),
            store,
            workers::forNamespace,
            allocator);
  }

  @AfterEach
  void stop() {
    server.close();
    workers.close();
    store.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private Client client(String namespace, Scope scope, TokenLimits limits) {
    return new Client(
        server.port(), tokens.add(namespace, scope, limits, Optional.empty(), "a test"));
  }

  private Client client(String namespace, Scope scope) {
    return client(namespace, scope, TokenLimits.DEFAULT);
  }

  private static void put(Client client, String space) {
    client.post("/v1/spaces/" + space + "/rows", "text/csv", "id,v\n1,a\n2,b\n").expect(201);
  }

  @Test
  void everyRouteAsksForATokenThatAllowsIt() {
    String expired =
        tokens.add(
            "a", Scope.ADMIN, TokenLimits.DEFAULT, Optional.of(Instant.now().minusSeconds(1)), "");
    Client reader = client("a", Scope.READ);
    for (Route route : server.routes()) {
      if (route.scope() == Scope.NONE) {
        continue;
      }
      String path = route.path().replaceAll("\\{[a-z]+}", "x");
      String shape = route.method().text() + " " + path;
      for (String token : List.of("", "dovetail_", expired, expired.replace('a', 'b'))) {
        Answer answer = ask(new Client(server.port(), token), route, path);
        assertThat(answer.status()).as(shape).isEqualTo(401);
      }
      int status = ask(reader, route, path).status();
      if (Scope.READ.allows(route.scope())) {
        assertThat(status).as(shape).isNotIn(401, 403);
      } else {
        assertThat(status).as(shape).isEqualTo(403);
      }
    }
  }

  private static Answer ask(Client client, Route route, String path) {
    return client.send(client.request(path).method(route.method().text(), BodyPublishers.noBody()));
  }

  @Test
  void aTokenIsHashedAtRestAndNeverShownAgain() throws IOException {
    String token = tokens.add("a", Scope.RUN, TokenLimits.DEFAULT, Optional.empty(), "mine");
    Client client = new Client(server.port(), token);
    put(client, "s");
    client.get("/v1/spaces/nope").expect(404);
    String secret = token.substring(token.lastIndexOf('_') + 1);
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(secret);
      }
    }
    Path file = home.resolve("tokens").resolve(tokens.list().getFirst().id() + ".json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(log.toString(StandardCharsets.UTF_8))
        .doesNotContain(secret)
        .contains("\"route\":\"/v1/spaces/{space}/rows\"")
        .contains("\"status\":404")
        .contains("\"namespace\":\"a\"");
    tokens.revoke(tokens.list().getFirst().id());
    client.get("/v1/spaces").expect(401);
  }

  @Test
  void namespacesDoNotSeeEachOther() {
    Client a = client("a", Scope.RUN);
    Client b = client("b", Scope.RUN);
    put(a, "s");
    String run =
        a.post(
                "/v1/runs",
                "{'tasks': [{'task': 'transform', 'name': 't', 'input_space': 's', 'output_space':"
                    + " {'result': 't'}, 'drop': ['v']}], 'wait_seconds': 20}")
            .expect(200)
            .json()
            .path("id")
            .asText();
    a.get("/v1/runs/" + run + "/rows?task=t").expect(200);
    assertThat(b.get("/v1/spaces").json().path("spaces")).isEmpty();
    assertThat(b.get("/v1/sessions").json().path("sessions")).isEmpty();
    b.get("/v1/spaces/s").expect(404);
    b.get("/v1/spaces/s/rows").expect(404);
    b.delete("/v1/spaces/s").expect(404);
    b.get("/v1/runs/" + run).expect(404);
    b.get("/v1/runs/" + run + "/rows?task=t").expect(404);
    b.get("/v1/runs/" + run + "/events").expect(404);
    b.delete("/v1/runs/" + run).expect(404);
    b.get("/v1/sessions/" + run).expect(404);
    a.get("/v1/spaces/s").expect(200);
  }

  @Test
  void aTokenHasARateAndANumberOfRuns() {
    Client busy = client("a", Scope.RUN, new TokenLimits(60, 1));
    put(busy, "s");
    String id = busy.post("/v1/runs", ENDLESS).expect(202).json().path("id").asText();
    busy.post("/v1/runs", ENDLESS).expect(429);
    busy.delete("/v1/runs/" + id).expect(202);
    int refused = 0;
    for (int i = 0; i < 20; i++) {
      refused += busy.get("/v1/spaces").status() == 429 ? 1 : 0;
    }
    assertThat(refused).isPositive();
    client("a", Scope.READ).get("/v1/spaces").expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e%2f",
        "..%5c..%5cx",
        "%252e%252e%252fx",
        "%00",
        "a%00b",
        "~upload-1",
        "~result-1",
        "%7eupload-1",
        "/etc/passwd",
        "a%2fb",
        "%e2%80%ae",
        ".hidden",
        "-x",
        "a%20b"
      })
  void noNameLeadsElsewhere(String name) throws IOException {
    Client client = client("a", Scope.RUN);
    Answer answer = client.post("/v1/spaces/" + name + "/rows", "text/csv", "id\n1\n");
    assertThat(answer.status()).as(answer.body()).isIn(400, 404);
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.filter(file -> file.toString().endsWith(".arrow"))).isEmpty();
    }
  }

  @Test
  void aBodyIsNeverLongerThanTheServerTakes() throws Exception {
    Client client = client("a", Scope.RUN);
    String row = "1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n";
    client.post("/v1/spaces/s/rows", "text/csv", "id,v\n" + row.repeat(20_000)).expect(413);
    // without an end and without a length
    HttpRequest endless =
        client
            .request("/v1/spaces/s/rows")
            .header("Content-Type", "text/csv")
            .POST(
                BodyPublishers.ofByteArrays(
                    () ->
                        Stream.concat(
                                Stream.of("id,v\n".getBytes(StandardCharsets.UTF_8)),
                                Stream.generate(() -> row.getBytes(StandardCharsets.UTF_8))
                                    .limit(3_000_000))
                            .iterator()))
            .build();
    try {
      HttpResponse<String> answer = client.http().send(endless, BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(413);
    } catch (IOException e) {
      // it may hang up on a client that goes on sending
    }
    client.get("/v1/spaces/s").expect(404);
    assertThat(home.resolve("namespaces/a/tmp"))
        .satisfiesAnyOf(
            folder -> assertThat(folder).doesNotExist(),
            folder -> assertThat(folder).isEmptyDirectory());
  }

  @Test
  void aSmallBodyDoesNotUnpackToALargeOne() throws Exception {
    Client client = client("a", Scope.RUN);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
      zip.write("id,v\n".getBytes(StandardCharsets.UTF_8));
      byte[] row = ("1," + "a".repeat(1000) + "\n").getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 20_000; i++) {
        zip.write(row);
      }
    }
    assertThat(packed.size()).isLessThan(1 << 20);
    Answer answer =
        client.send(
            client
                .request("/v1/spaces/s/rows")
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));
    assertThat(answer.expect(422).json().path("code").asText()).isEqualTo("E212");
    client.get("/v1/spaces/s").expect(404);
  }

  @Test
  void jsonIsBounded() {
    Client client = client("a", Scope.RUN);
    client.post("/v1/runs", "application/json", "[".repeat(100_000)).expect(400);
    client
        .post(
            "/v1/runs",
            "application/json",
            "{\"tasks\": " + "[".repeat(500) + "]".repeat(500) + "}")
        .expect(400);
    client
        .post("/v1/runs", "application/json", "{\"wait_seconds\": 1e999999999, \"tasks\": []}")
        .expect(400);
    client.post("/v1/runs", "application/json", "{\"tasks\": []").expect(400);
    client.post("/v1/runs", "application/json", "\u0000").expect(400);
  }

  @Test
  void anUploadThatBreaksOffLeavesNothing() throws Exception {
    Client client = client("a", Scope.RUN);
    String token = tokens.add("a", Scope.RUN, TokenLimits.DEFAULT, Optional.empty(), "");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              ("POST /v1/spaces/s/rows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                      + token
                      + "\r\nContent-Type: text/csv\r\nContent-Length: 100000\r\n\r\nid,v\n1,a\n")
                  .getBytes(StandardCharsets.US_ASCII));
    }
    Thread.sleep(500);
    client.get("/v1/spaces/s").expect(404);
    assertThat(home.resolve("namespaces/a/tmp"))
        .satisfiesAnyOf(
            folder -> assertThat(folder).doesNotExist(),
            folder -> assertThat(folder).isEmptyDirectory());
  }

  @Test
  void manyConnectionsThatSayNothingDoNotStopTheOthers() throws Exception {
    Client client = client("a", Scope.READ, TokenLimits.NONE);
    List<Socket> silent = new ArrayList<>();
    try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 1_000; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket
            .getOutputStream()
            .write("GET /v1/spaces HTTP/1.1\r\nHost:".getBytes(StandardCharsets.US_ASCII));
        silent.add(socket);
      }
      List<Future<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answers.add(many.submit(() -> client.get("/v1/spaces")));
      }
      for (Future<Answer> answer : answers) {
        answer.get().expect(200);
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void bothVersionsOfHttpAreSpoken() throws Exception {
    Client client = client("a", Scope.READ);
    for (HttpClient.Version version : HttpClient.Version.values()) {
      if (version.name().equals("HTTP_3")) {
        continue;
      }
      HttpClient http = HttpClient.newBuilder().version(version).build();
      HttpResponse<String> answer =
          http.send(client.request("/v1/spaces").build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.version()).isEqualTo(version);
    }
  }

  @Test
  void noErrorShowsTheServersInside() {
    Client client = client("a", Scope.RUN);
    for (Answer answer :
        List.of(
            client.get("/v1/runs/x"),
            client.get("/v1/spaces/x/rows?limit=-1"),
            client.get("/v1/spaces/x/rows?version=abc"),
            client.get("/v1/sessions/%00"),
            client.post("/v1/runs", "{}"),
            client.post("/v1/plans", "{}"),
            client.post("/v1/functions", "{}"),
            client.post("/v1/runs", "{'tasks': [null]}"),
            client.post("/v1/runs", "{'tasks': [{'input_spaces': [7], 'output_space': 3}]}"),
            client.post("/v1/uploads?schema=%7B", "text/csv", "id\n1\n"))) {
      assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
      JsonNode problem = answer.json();
      assertThat(problem.path("detail").asText()).isNotEmpty();
      assertThat(answer.body())
          .doesNotContain("Exception")
          .doesNotContain("java.")
          .doesNotContain(home.toString());
    }
  }
}
