package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.sessions.DecisionFilter;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.Table;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// What ran.
record SessionRoutes(BufferAllocator allocator) {
  List<Route> routes() {
    return List.of(
        Route.get("/v1/sessions", Scope.READ, this::list),
        Route.get("/v1/sessions/{session}", Scope.READ, this::show),
        Route.get("/v1/sessions/{session}/decisions", Scope.READ, this::decisions));
  }

  private void list(Call call) {
    int limit = (int) Math.min(1000, call.number("limit", 1, 20));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode list = answer.putArray("sessions");
    call.namespace().sessions().list(limit).forEach(session -> list.add(summary(session)));
    call.send(answer);
  }

  private void show(Call call) {
    call.send(SessionJson.node(call.namespace().sessions().require(call.path("session"))));
  }

  private void decisions(Call call) throws IOException {
    DecisionFilter filter = new DecisionFilter(key(call, "x"), key(call, "y"));
    try (BatchSource source =
            call.namespace().sessions().decisions(call.path("session"), filter, allocator);
        Table all = MemoryTable.copyOf(source, allocator, Optional.empty());
        RowRange range =
            new RowRange(
                all, call.number("offset", 0, 0), call.number("limit", 0, Long.MAX_VALUE))) {
      call.sendRows(range, allocator);
    }
  }

  private static Optional<List<String>> key(Call call, String side) {
    List<String> parts = call.queries(side);
    return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
  }

  private static ObjectNode summary(SessionSummary session) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("session", session.id())
        .put("task", session.taskName())
        .put("kind", session.taskKind())
        .put("outcome", session.outcome())
        .put("error", session.errorCode().orElse(null))
        .put("started_at", session.startedAt().toString())
        .put("ended_at", session.endedAt().toString())
        .put("rows", session.outputRows())
        .put("matches", session.matches())
        .put("output", session.output().filter(name -> !Submission.isTemporary(name)).orElse(null));
  }
}
