package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.spaces.SpaceStore;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// What those ask who watch over the server, and what it says of itself.
record HealthRoutes(ServerConfig config, SpaceStore root, Observed observed) {
  private static final String OPENAPI = "openapi.yaml";

  List<Route> routes() {
    return List.of(
        Route.get("/health/live", Scope.NONE, HealthRoutes::live),
        Route.get("/health/ready", Scope.NONE, this::ready),
        Route.get("/metrics", Scope.NONE, this::metrics),
        Route.get("/openapi.yaml", Scope.NONE, HealthRoutes::openApi),
        Route.get("/v1/engine", Scope.READ, this::engine));
  }

  private static void live(Call call) {
    call.send(JsonNodeFactory.instance.objectNode().put("status", "up"));
  }

  private void ready(Call call) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    try {
      root.list();
      call.send(answer.put("status", "ready").put("sandbox", config.sandbox()));
    } catch (DovetailException e) {
      answer.put("status", "not ready").put("catalog", e.code().name() + ": " + e.code().title());
      call.send(Status.SERVICE_UNAVAILABLE_503, answer.put("sandbox", config.sandbox()));
    }
  }

  private void metrics(Call call) {
    call.response()
        .header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
        .send(observed.metrics());
  }

  private static void openApi(Call call) throws IOException {
    try (InputStream in = HealthRoutes.class.getResourceAsStream(OPENAPI)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + OPENAPI);
      }
      call.response().header(HeaderNames.CONTENT_TYPE, "application/yaml").send(in.readAllBytes());
    }
  }

  private void engine(Call call) {
    ObjectNode engine = JsonNodeFactory.instance.objectNode();
    engine.put("version", config.version()).put("sandbox", config.sandbox());
    if (config.ownCode()) {
      engine.put("home", root.home().toString());
    }
    call.send(engine);
  }
}
