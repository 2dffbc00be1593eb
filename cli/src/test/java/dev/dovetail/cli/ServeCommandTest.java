package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `dovetail serve --local` in processes of its own, as the Python package starts it.
class ServeCommandTest {
  private static final String FILE = "engine-" + Dovetail.VERSION + ".json";

  @TempDir private Path home;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Process serve(String... more) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.dovetail.cli.Main",
                "serve",
                "--local"));
    line.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("DOVETAIL_HOME", home.toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static String firstLine(Process process) throws IOException {
    try (BufferedReader lines = process.inputReader()) {
      return String.valueOf(lines.readLine());
    }
  }

  private JsonNode engine() throws IOException {
    return new ObjectMapper().readTree(home.resolve(FILE).toFile());
  }

  private int status(JsonNode engine, String secret) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + engine.path("port").asInt() + "/v1/spaces"))
            .header("Authorization", "Bearer " + secret)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void oneEngineServesAHomeAndTheNextStarterFindsIt() throws Exception {
    Process first = serve();
    assertThat(firstLine(first)).isEqualTo("ready");
    JsonNode engine = engine();
    assertThat(engine.path("pid").asLong()).isEqualTo(first.pid());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(FILE))))
        .isEqualTo("rw-------");
    assertThat(status(engine, engine.path("secret").asText())).isEqualTo(200);
    assertThat(status(engine, "guess")).isEqualTo(401);

    Process second = serve();
    assertThat(firstLine(second)).isEqualTo("ready");
    assertThat(second.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(engine()).isEqualTo(engine);

    first.destroy(); // as Ctrl-C and `kill` do
    assertThat(first.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(home.resolve(FILE)).doesNotExist();
  }

  @Test
  void aKilledEngineIsReplaced() throws Exception {
    Process first = serve();
    assertThat(firstLine(first)).isEqualTo("ready");
    JsonNode before = engine();
    first.destroyForcibly().waitFor();
    assertThat(home.resolve(FILE)).exists();

    Process second = serve();
    assertThat(firstLine(second)).isEqualTo("ready");
    JsonNode after = engine();
    assertThat(after.path("secret")).isNotEqualTo(before.path("secret"));
    assertThat(status(after, after.path("secret").asText())).isEqualTo(200);
  }

  @Test
  void anIdleEngineEnds() throws Exception {
    Process engine = serve("--idle", "1s");
    assertThat(firstLine(engine)).isEqualTo("ready");
    assertThat(engine.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(engine.exitValue()).isZero();
    assertThat(home.resolve(FILE)).doesNotExist();
  }
}
