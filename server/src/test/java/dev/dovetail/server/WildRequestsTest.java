package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.server.Client.Answer;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.run.RunSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies that are no tables, in numbers, and connections that are many or slow.
class WildRequestsTest {
  private static final Path FILES = Path.of("../tests/files");

  @TempDir private Path home;
  private final BufferAllocator allocator = new RootAllocator();
  private SpaceStore store;
  private PythonWorkers workers;
  private DovetailServer server;
  private Client client;

  @BeforeEach
  void start() {
    store = SpaceStore.open(home, allocator);
    workers = new PythonWorkers(WorkerSettings.fromSystem());
    ServerConfig config =
        ServerConfig.hosted(
            InetAddress.getLoopbackAddress(),
            0,
            Access.open(),
            Optional.empty(),
            RunSettings.defaults(),
            "test",
            "none",
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    server = DovetailServer.start(config, store, _ -> workers, allocator);
    client = new Client(server.port(), "");
  }

  @AfterEach
  void stop() {
    server.close();
    workers.close();
    store.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  /// Every file in every format: taken, or refused with a code and without a trace.
  ///
  /// @param readable so many of them at least are
  @ParameterizedTest
  @CsvSource({"arrows, 0", "arrow, 0", "parquet, 10", "csv, 45", "jsonl, 0"})
  void aFileIsTakenWholeOrRefused(String format, int readable) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(FILES)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(150);
    int taken = 0;
    for (int i = 0; i < files.size(); i++) {
      Answer answer =
          client.send(
              client
                  .request("/v1/spaces/f" + i + "/rows?format=" + format)
                  .POST(BodyPublishers.ofFile(files.get(i))));
      String which = files.get(i) + ": " + answer.body();
      if (answer.status() == 201) {
        taken++;
        assertThat(client.get("/v1/spaces/f" + i + "/rows?format=csv&limit=5").status())
            .as(which)
            .isIn(200, 400);
      } else {
        assertThat(answer.status()).as(which).isBetween(400, 499);
        assertThat(answer.json().path("code").asText()).as(which).matches("E2\\d\\d");
        assertThat(answer.body()).as(which).doesNotContain("Exception").doesNotContain("java.");
        client.get("/v1/spaces/f" + i).expect(404);
      }
    }
    assertThat(taken).isGreaterThanOrEqualTo(readable);
    assertThat(home.resolve("tmp"))
        .satisfiesAnyOf(
            folder -> assertThat(folder).doesNotExist(),
            folder -> assertThat(folder).isEmptyDirectory());
  }

  @Test
  void aThousandConnectionsAtATimeAreAllAnswered() throws Exception {
    client.post("/v1/spaces/s/rows", "text/csv", "id\n1\n").expect(201);
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        sockets.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
      }
      for (int round = 0; round < 3; round++) {
        for (Socket socket : sockets) {
          send(socket, "GET /v1/spaces/s/rows?format=csv HTTP/1.1\r\nHost: x\r\n\r\n");
        }
        for (Socket socket : sockets) {
          assertThat(head(socket)).startsWith("HTTP/1.1 200");
        }
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    client.get("/health/ready").expect(200);
  }

  /// Bodies of which a byte comes now and then hold nobody up, and leave nothing when they break
  /// off.
  @Test
  void slowBodiesHoldNobodyUp() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 300; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        send(
            socket,
            "POST /v1/spaces/slow"
                + i
                + "/rows HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length:"
                + " 100000\r\n\r\nid\n");
        slow.add(socket);
      }
      for (int round = 0; round < 5; round++) {
        for (Socket socket : slow) {
          send(socket, "1\n");
        }
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          answers.add(many.submit(() -> client.get("/v1/spaces")));
        }
        for (Future<Answer> answer : answers) {
          answer.get().expect(200);
        }
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
    for (int i = 0; i < 200 && allocator.getAllocatedMemory() > 0; i++) {
      Thread.sleep(50);
    }
    assertThat(client.get("/v1/spaces").expect(200).json().path("spaces")).isEmpty();
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  /// Reads an answer whose body has a length or comes in chunks; its first line.
  private static String head(Socket socket) throws IOException {
    socket.setSoTimeout(60_000);
    InputStream in = socket.getInputStream();
    String first = line(in);
    int length = -1;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      }
    }
    if (length >= 0) {
      in.readNBytes(length);
      return first;
    }
    int chunk;
    do {
      chunk = Integer.parseInt(line(in), 16);
      in.readNBytes(chunk);
      line(in);
    } while (chunk > 0);
    return first;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      assertThat(next).as("after '" + line + "'").isNotNegative();
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
