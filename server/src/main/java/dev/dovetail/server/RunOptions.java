package dev.dovetail.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.tasks.run.RunSettings;
import io.helidon.http.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The `settings` of a run: what the command line has as options.
///
/// @param memoryBytes at most what the server grants a run
record RunOptions(
    OptionalLong memoryBytes,
    OptionalLong threads,
    Optional<Duration> timeout,
    OptionalLong maxOutputRows,
    OptionalLong maxPairs,
    OptionalLong maxSpillBytes,
    Optional<String> strategy) {
  private static final List<String> MEMBERS =
      List.of(
          "memory_bytes",
          "threads",
          "timeout_seconds",
          "max_output_rows",
          "max_pairs",
          "max_spill_bytes",
          "strategy");

  static RunOptions read(JsonNode json) {
    if (!json.isMissingNode() && !json.isNull() && !json.isObject()) {
      throw new Refusal(Status.BAD_REQUEST_400, "\"settings\" is an object");
    }
    ObjectNode settings =
        json instanceof ObjectNode object
            ? object
            : com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    refuseUnknown(settings, MEMBERS, "settings");
    JsonNode strategy = settings.path("strategy");
    return new RunOptions(
        whole(settings, "memory_bytes", 1),
        whole(settings, "threads", 1),
        seconds(settings, "timeout_seconds"),
        whole(settings, "max_output_rows", 0),
        whole(settings, "max_pairs", 0),
        whole(settings, "max_spill_bytes", 0),
        strategy.isTextual() ? Optional.of(strategy.textValue()) : Optional.empty());
  }

  /// These options over the server's own settings, of which memory and threads are the most.
  RunSettings over(RunSettings server) {
    return new RunSettings(
        Math.min(memoryBytes.orElse(server.memoryBytes()), server.memoryBytes()),
        (int) Math.min(threads.orElse(server.threads()), server.threads()),
        strategy,
        maxOutputRows,
        maxPairs.orElse(server.maxPairs()),
        server.spillFolder(),
        maxSpillBytes,
        server.spilling());
  }

  static void refuseUnknown(ObjectNode json, List<String> known, String what) {
    for (String name : (Iterable<String>) json::fieldNames) {
      if (!known.contains(name)) {
        throw new Refusal(
            Status.BAD_REQUEST_400,
            what + " has no \"" + name + "\". " + NearestName.hint(name, known));
      }
    }
  }

  private static OptionalLong whole(ObjectNode json, String name, long least) {
    JsonNode value = json.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return OptionalLong.empty();
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < least) {
      throw new Refusal(
          Status.BAD_REQUEST_400,
          name + " is " + value + " where a whole number from " + least + " on is expected");
    }
    return OptionalLong.of(value.longValue());
  }

  static Optional<Duration> seconds(ObjectNode json, String name) {
    JsonNode value = json.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isNumber() || !(value.doubleValue() >= 0) || value.doubleValue() > 1e9) {
      throw new Refusal(
          Status.BAD_REQUEST_400, name + " is " + value + " where a number of seconds is expected");
    }
    return Optional.of(Duration.ofMillis(Math.round(value.doubleValue() * 1000)));
  }
}
