package dev.dovetail.tests.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// Kills one of two servers that share a home, again and again amid their runs. In the end each run
/// that was submitted must be done once, with one session and one version of each output, although
/// its request may have been sent more than once.
final class ServerKills {
  private static final int RUNS_PER_KILL = 4;
  private static final int ROWS = 12_000;
  private static final long LATEST_KILL_MILLIS = 1500;
  private static final int SERVERS = 2;

  private final List<String> command;
  private final Path home;
  private final Path log;
  private final Report report;
  private final Random random;
  private final List<ServedHome> servers = new ArrayList<>();

  /// Runs by the keys of their requests; without an id where no server has confirmed one.
  private final Map<String, Optional<String>> runs = new HashMap<>();

  ServerKills(List<String> command, Path folder, long seed, Report report) throws IOException {
    this.command = command;
    this.home = folder.resolve("served");
    this.log = Files.createDirectories(folder.resolve("servers")).resolve("stderr");
    this.report = report;
    this.random = new Random(seed);
  }

  void run(int kills) throws IOException, InterruptedException {
    report.check("servers are killed " + kills + " times", () -> killAndCheck(kills));
  }

  private void killAndCheck(int kills) throws IOException, InterruptedException {
    try {
      for (int i = 0; i < SERVERS; i++) {
        servers.add(new ServedHome(command, home, log));
      }
      servers.getFirst().put("x", numbers());
      servers.getFirst().put("y", numbers());
      for (int kill = 0; kill < kills; kill++) {
        submitSome(kill);
        Thread.sleep(random.nextLong(LATEST_KILL_MILLIS));
        int victim = random.nextInt(SERVERS);
        servers.get(victim).kill();
        submitSome(kill);
        servers.set(victim, new ServedHome(command, home, log));
      }
      submitSome(kills - 1);
      check();
      report.say(kills + " kills of servers, " + runs.size() + " runs, each done once");
    } finally {
      servers.forEach(ServedHome::close);
    }
  }

  private static String numbers() {
    StringBuilder csv = new StringBuilder("id\n");
    for (int i = 0; i < ROWS; i++) {
      csv.append(i).append('\n');
    }
    return csv.toString();
  }

  /// Sends the requests of one round that no server has confirmed yet, each to either server.
  private void submitSome(int round) throws InterruptedException {
    for (int i = 0; i < RUNS_PER_KILL; i++) {
      String key = "run_" + round + "_" + i;
      if (runs.getOrDefault(key, Optional.empty()).isEmpty()) {
        runs.put(key, servers.get(random.nextInt(SERVERS)).submit(key, request(key, i)));
      }
    }
  }

  /// One task, or two that publish one after the other.
  private static String request(String key, int number) {
    String first = task(key + "_a");
    return "{\"tasks\": [" + (number % 2 == 0 ? first : first + "," + task(key + "_b")) + "]}";
  }

  /// A condition without an index, so that the run takes a moment.
  private static String task(String output) {
    return """
        {"task": "join", "name": "%s", "input_spaces": ["x", "y"], "output_space": "%s",
         "primary_key": "id",
         "fn": "lambda x, y: x['id'] * y['id'] %% 10007 == x['id'] + 3 * y['id'] + 1"}"""
        .formatted(output, output);
  }

  private void check() throws IOException, InterruptedException {
    Set<String> outputs = new HashSet<>();
    for (Map.Entry<String, Optional<String>> run : runs.entrySet()) {
      String id = run.getValue().orElseThrow(() -> new Violation(run.getKey() + " has no run"));
      JsonNode ended = ended(id);
      if (!ended.path("status").asText().equals("done")) {
        throw new Violation("run " + id + " is not done: " + ended);
      }
      for (JsonNode result : ended.path("results")) {
        require(result, outputs);
      }
    }
    int sessions = servers.getFirst().get("/v1/sessions?limit=1000").path("sessions").size();
    if (sessions != outputs.size()) {
      throw new Violation(outputs.size() + " outputs, but " + sessions + " sessions");
    }
  }

  private JsonNode ended(String id) throws IOException, InterruptedException {
    for (int i = 0; i < 10; i++) {
      JsonNode run = servers.get(i % SERVERS).get("/v1/runs/" + id + "?wait_seconds=30");
      if (!run.path("status").asText().matches("queued|running")) {
        return run;
      }
    }
    throw new Violation("run " + id + " does not end");
  }

  private void require(JsonNode result, Set<String> outputs)
      throws IOException, InterruptedException {
    String output = result.path("output_space").asText();
    if (!outputs.add(output)) {
      throw new Violation(output + " was made twice");
    }
    JsonNode space = servers.getFirst().get("/v1/spaces/" + output);
    if (space.path("version").asInt() != 1 || space.path("rows").asInt() != ROWS) {
      throw new Violation(output + " is not whole, or was published twice: " + space);
    }
    String session = result.path("session").asText();
    JsonNode told = servers.getFirst().get("/v1/sessions/" + session);
    if (!told.path("outcome").asText().equals("done")) {
      throw new Violation("session " + session + " of " + output + " is not done: " + told);
    }
  }
}
