package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.sessions.DecisionFilter;
import dev.dovetail.sessions.SessionFilter;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.spaces.BatchSource;
import io.helidon.http.Status;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// What ran.
record SessionRoutes(BufferAllocator allocator) {
  private static final int MOST_SESSIONS = 1000;

  List<Route> routes() {
    return List.of(
        Route.get("/v1/sessions", Scope.READ, this::list),
        Route.get("/v1/sessions/{session}", Scope.READ, this::show),
        Route.get("/v1/sessions/{session}/decisions", Scope.READ, this::decisions));
  }

  private void list(Call call) {
    int limit = (int) Math.min(MOST_SESSIONS, call.number("limit", 1, 20));
    SessionFilter filter =
        new SessionFilter(
            call.query("task"),
            call.query("outcome").map(SessionRoutes::failed),
            call.query("before"));
    List<SessionSummary> found = call.namespace().sessions().list(filter, limit + 1);
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode list = answer.putArray("sessions");
    found.stream().limit(limit).forEach(session -> list.add(shown(session)));
    answer.put("next", found.size() > limit ? found.get(limit - 1).id() : null);
    call.send(answer);
  }

  private static boolean failed(String outcome) {
    return switch (outcome) {
      case "failed" -> true;
      case "done" -> false;
      default ->
          throw new Refusal(
              Status.BAD_REQUEST_400,
              "outcome is '" + outcome + "' where done or failed is expected");
    };
  }

  private void show(Call call) {
    ObjectNode session =
        SessionJson.node(call.namespace().sessions().require(call.path("session")));
    TemporarySpaces.unname(session);
    call.send(session);
  }

  private void decisions(Call call) throws IOException {
    DecisionFilter filter = new DecisionFilter(key(call, "x"), key(call, "y"));
    try (BatchSource rows =
        call.namespace().sessions().decisions(call.path("session"), filter, allocator)) {
      call.sendRows(rows, allocator);
    }
  }

  private static Optional<List<String>> key(Call call, String side) {
    List<String> parts = call.queries(side);
    return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
  }

  private static ObjectNode shown(SessionSummary session) {
    ObjectNode node = SessionJson.node(session);
    if (session.output().filter(TemporarySpaces::has).isPresent()) {
      node.putNull("output");
    }
    return node;
  }
}
