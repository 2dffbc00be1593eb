package dev.dovetail.benchmarks.load;

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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Small joins over HTTP, as many as a server answers: `Load MINUTES CONNECTIONS HOME COMMAND...`.
/// Each connection submits a join, waits for it and fetches its rows, again and again. Prints
/// requests and milliseconds, and the server's memory on the way; exits with 1 if an answer was
/// wrong, or if what the server holds has grown.
public final class Load {
  private static final int ROWS = 1_000;
  private static final Pattern LISTENING = Pattern.compile("Serving on (http://\\S+) .*");
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final String DONE = "\"status\":\"done\"";
  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");
  private static final String JOIN =
      """
      {"tasks": [{"task": "join", "name": "j", "input_spaces": ["x", "y"], "output_space": {"result": "j"},
        "primary_key": "id", "evidence": ["v"], "fn": "lambda x, y: x['id'] == y['id'] and x['v'] <= y['v'] + 3"}],
       "wait_seconds": 30}""";

  /// Live bytes at the end may be so many times those after a quarter of the time, ...
  private static final double MOST_GROWTH = 1.25;

  /// ... and so many more.
  private static final long SLACK = 8 << 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Process server;
  private final String url;
  private final long until;
  private boolean grown;

  private Load(Process server, String url, Duration time) {
    this.server = server;
    this.url = url;
    this.until = System.nanoTime() + time.toNanos();
  }

  public static void main(String[] arguments) throws Exception {
    Duration time = Duration.ofMillis((long) (Double.parseDouble(arguments[0]) * 60_000));
    int connections = Integer.parseInt(arguments[1]);
    Path home = Path.of(arguments[2]);
    List<String> command = new ArrayList<>(Arrays.asList(arguments).subList(3, arguments.length));
    command.addAll(List.of("serve", "--port", "0", "--no-auth", "--allow-unsandboxed"));
    delete(home);
    Files.createDirectories(home);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("DOVETAIL_HOME", home.resolve("home").toString());
    Process server = builder.redirectError(home.resolve("log").toFile()).start();
    boolean held;
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
      Matcher listening = LISTENING.matcher(String.valueOf(out.readLine()));
      if (!listening.matches()) {
        throw new IllegalStateException("the server does not start");
      }
      held = new Load(server, listening.group(1), time).run(connections);
    } finally {
      server.destroy();
      server.waitFor(30, TimeUnit.SECONDS);
    }
    System.exit(held ? 0 : 1);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private boolean run(int connections) throws Exception {
    put("x", 7);
    put("y", 11);
    String expected = joined();
    long started = System.nanoTime();
    try (ExecutorService clients = Executors.newFixedThreadPool(connections)) {
      for (int i = 0; i < connections; i++) {
        var _ = clients.submit(() -> ask(expected));
      }
      watch(started);
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.printf(
        "%d joins by %d connections in %.0f s: %.1f per second; ms p50 %.1f, p95 %.1f, p99 %.1f,"
            + " most %.1f; %d faults%n",
        sorted.length,
        connections,
        seconds,
        sorted.length / seconds,
        at(sorted, 0.5),
        at(sorted, 0.95),
        at(sorted, 0.99),
        at(sorted, 1),
        faults.size());
    faults.stream().limit(5).forEach(System.out::println);
    return faults.isEmpty() && !grown;
  }

  /// Tells the server's memory twelve times, and compares what it holds after a quarter of the time
  /// with what it holds at the end.
  private void watch(long started) throws IOException, InterruptedException {
    long step = (until - started) / 12;
    long first = 0;
    long last = 0;
    for (int i = 1; i <= 12; i++) {
      TimeUnit.NANOSECONDS.sleep(started + i * step - System.nanoTime());
      last = liveBytes();
      first = i == 3 ? last : first;
      System.out.printf(
          "%4d s: %d joins, resident %d MiB, live on the heap %.1f MiB, rows held %d bytes%n",
          (System.nanoTime() - started) / 1_000_000_000,
          nanos.size(),
          residentBytes() >> 20,
          last / 1048576.0,
          arrowBytes());
    }
    grown = last > first * MOST_GROWTH + SLACK;
    if (grown) {
      System.out.println("the server holds more and more");
    }
  }

  private void ask(String expected) {
    while (System.nanoTime() < until) {
      long begun = System.nanoTime();
      try {
        String run = post("/v1/runs", "application/json", JOIN, 200);
        Matcher id = ID.matcher(run);
        if (!id.find() || !run.contains(DONE)) {
          faults.add(run);
        } else if (!get("/v1/runs/" + id.group(1) + "/rows?task=j&format=jsonl").equals(expected)) {
          faults.add("another answer");
        }
        nanos.add(System.nanoTime() - begun);
      } catch (IOException | IllegalStateException e) {
        faults.add(e.toString());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private String joined() throws IOException, InterruptedException {
    String run = post("/v1/runs", "application/json", JOIN, 200);
    Matcher id = ID.matcher(run);
    if (!id.find() || !run.contains(DONE)) {
      throw new IllegalStateException(run);
    }
    return get("/v1/runs/" + id.group(1) + "/rows?task=j&format=jsonl");
  }

  private void put(String space, int step) throws IOException, InterruptedException {
    StringBuilder csv = new StringBuilder("id,v\n");
    for (int i = 0; i < ROWS; i++) {
      csv.append(i).append(',').append(i * step % 101).append('\n');
    }
    post("/v1/spaces/" + space + "/rows?primary_key=id", "text/csv", csv.toString(), 201);
  }

  private String post(String path, String type, String body, int expected)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)),
        expected);
  }

  private String get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url + path)).GET(), 200);
  }

  private String send(HttpRequest.Builder request, int expected)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != expected) {
      throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  /// What is reachable on the server's heap, after a collection.
  private long liveBytes() throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(server.pid()),
                "GC.class_histogram")
            .start();
    String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    jcmd.waitFor();
    Matcher total = TOTAL.matcher(said);
    if (!total.find()) {
      throw new IllegalStateException("jcmd says: " + said);
    }
    return Long.parseLong(total.group(1));
  }

  private long residentBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + server.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElse(0);
  }

  private long arrowBytes() throws IOException, InterruptedException {
    return get("/metrics")
        .lines()
        .filter(line -> line.startsWith("dovetail_arrow_bytes "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .findFirst()
        .orElse(-1);
  }

  private static double at(long[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)] / 1e6;
  }
}
