package dev.dovetail.tests.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `dovetail serve` as a child process, and the requests to it.
final class ServedHome implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LISTENING = Pattern.compile("Serving on (http://\\S+) .*");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final String url;

  /// Starts a server and waits until it answers.
  ///
  /// @param log takes what it says
  ServedHome(List<String> command, Path home, Path log) throws IOException {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("serve", "--port", "0", "--no-auth", "--allow-unsandboxed"));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("DOVETAIL_HOME", home.toString());
    process =
        builder
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String said = String.valueOf(out.readLine());
    Matcher listening = LISTENING.matcher(said);
    if (!listening.matches()) {
      process.destroyForcibly();
      throw new Violation("the server does not start: " + said + " " + Files.readString(log));
    }
    url = listening.group(1);
  }

  /// SIGKILL.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /// The answer to a GET.
  JsonNode get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = send(request(path).GET());
    if (answer.statusCode() != 200) {
      throw new Violation("GET " + path + ": " + answer.body());
    }
    return JSON.readTree(answer.body());
  }

  void put(String space, String csv) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(
            request("/v1/spaces/" + space + "/rows?primary_key=id")
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofString(csv)));
    if (answer.statusCode() != 201) {
      throw new Violation("the rows of " + space + " were refused: " + answer.body());
    }
  }

  /// Submits a run; its id. Empty if the server was killed before it answered.
  Optional<String> submit(String key, String json) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          send(
              request("/v1/runs")
                  .header("Content-Type", "application/json")
                  .header("Idempotency-Key", key)
                  .POST(BodyPublishers.ofString(json)));
      if (answer.statusCode() / 100 != 2) {
        throw new Violation("run " + key + " was refused: " + answer.body());
      }
      return Optional.of(JSON.readTree(answer.body()).path("id").asText());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(2));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /// SIGTERM.
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.close();
  }
}
