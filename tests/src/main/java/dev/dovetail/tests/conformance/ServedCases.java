package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.server.DovetailServer;
import dev.dovetail.server.ServerConfig;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import dev.dovetail.tasks.run.RunSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Runs the `join` runs of a case by nothing but HTTP: the rows go in as Arrow streams, the task as
/// JSON, and the rows of the output come back as an Arrow stream.
final class ServedCases implements Cases {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "of the conformance cases";

  /// Of rows that are read.
  private static final long MOST_BYTES = 1L << 30;

  private final CaseFolder folder = new CaseFolder();
  private final BufferAllocator allocator = new RootAllocator();
  private final HttpClient http = HttpClient.newHttpClient();
  private final SpaceStore store;
  private final DovetailServer server;
  private int runs;

  /// Puts the tables of a case into a server of their own.
  ServedCases(PythonWorkers workers, CaseFile file) {
    store = SpaceStore.open(folder.home(), allocator);
    server =
        DovetailServer.start(
            ServerConfig.local(SECRET, RunSettings.defaults(), "test"),
            store,
            _ -> workers,
            allocator);
    file.spaces()
        .forEach(
            (name, table) ->
                post(
                    "/v1/spaces/" + name + "/rows",
                    "application/vnd.apache.arrow.stream",
                    CaseTables.stream(allocator, table)));
  }

  /// @param axis is the server's own settings, whatever it says
  @Override
  public Optional<String> difference(JsonNode run, Axis axis) {
    String output = "output-" + runs++;
    Expectation expectation = Expectation.of(run);
    ObjectNode request = JSON.createObjectNode().put("wait_seconds", 30);
    request.putArray("tasks").add(folder.task(run, output));
    JsonNode ended = post("/v1/runs", "application/json", bytes(request));
    while (ended.path("status").asText().matches("queued|running")) {
      String again = "/v1/runs/" + ended.path("id").asText() + "?wait_seconds=30";
      ended = json(send(request(again).GET()));
    }
    // a request that is wrong is refused before there is a run
    JsonNode error = ended.has("blame") ? ended : ended.path("error");
    if (error.isObject()) {
      return send(request("/v1/spaces/" + output).GET()).statusCode() == 404
          ? expectation.differenceOfError(
              error.path("detail").asText(), !error.path("blame").asText().equals("REQUEST"))
          : Optional.of("an output after the error " + error);
    }
    byte[] rows = send(request("/v1/spaces/" + output + "/rows?format=arrows").GET()).body();
    try (BatchSource source = open(rows);
        Table table = MemoryTable.copyOf(source, allocator)) {
      return expectation.differenceOfOutput(table);
    }
  }

  private BatchSource open(byte[] stream) {
    ReadOptions options = ReadOptions.detect(folder.home()).withFormat(FileFormat.ARROW_STREAM);
    return FileReaders.open(
        new ByteArrayInputStream(stream), "the output", options, allocator, MOST_BYTES);
  }

  private JsonNode post(String path, String contentType, byte[] body) {
    return json(
        send(
            request(path)
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(body))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Authorization", "Bearer " + SECRET)
        .timeout(Duration.ofMinutes(2));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode json(HttpResponse<byte[]> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(ObjectNode json) {
    return json.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.close();
    store.close();
    http.close();
    allocator.close();
    folder.close();
  }
}
