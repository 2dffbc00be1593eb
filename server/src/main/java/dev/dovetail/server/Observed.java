package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.sessions.queue.RunState;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/// What is counted and logged of the server's work: metrics in the format of Prometheus, and a line
/// of JSON for each request.
final class Observed {
  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter requests =
      Counter.builder()
          .name("dovetail_requests")
          .help("Requests answered, by route and status.")
          .labelNames("method", "route", "status")
          .register(registry);
  private final Histogram seconds =
      Histogram.builder()
          .name("dovetail_request_seconds")
          .help("Seconds until a request was answered, by route.")
          .labelNames("method", "route")
          .classicOnly()
          .register(registry);
  private final Counter runs =
      Counter.builder()
          .name("dovetail_runs")
          .help("Runs that ended, by how.")
          .labelNames("status")
          .register(registry);
  private final PrintStream log;

  /// @param log takes a line for each request; one that drops them for none
  Observed(PrintStream log) {
    this.log = log;
  }

  /// A number that is asked for when the metrics are.
  void gauge(String name, String help, LongSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(gauge -> gauge.call((double) value.getAsLong()))
        .register(registry);
  }

  void ended(RunState status) {
    runs.labelValues(status.word()).inc();
  }

  /// The id that a client gave its request, if it can stand in a log; else a new one.
  static String requestId(String given) {
    return REQUEST_ID.matcher(given).matches() ? given : UUID.randomUUID().toString();
  }

  void answered(Route route, String requestId, Access.Caller caller, int status, long nanos) {
    String method = route.method().text();
    requests.labelValues(method, route.path(), Integer.toString(status)).inc();
    seconds.labelValues(method, route.path()).observe(nanos / 1e9);
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("time", Instant.now().toString())
        .put("event", "request")
        .put("request_id", requestId)
        .put("method", method)
        .put("route", route.path())
        .put("status", status)
        .put("millis", nanos / 1_000_000.0);
    if (!caller.id().isEmpty()) {
      line.put("namespace", caller.namespace()).put("token", caller.id());
    }
    log.println(line);
  }

  /// A failure that is ours, with its trace.
  ///
  /// @param where a run or a request
  void fault(String where, Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("time", Instant.now().toString())
        .put("event", "fault")
        .put("where", where)
        .put("trace", trace.toString());
    log.println(line);
  }

  /// All metrics as Prometheus reads them.
  byte[] metrics() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new IllegalStateException(e); // memory does not fail
    }
    return out.toByteArray();
  }
}
