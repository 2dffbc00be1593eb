package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.run.RunSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// docs/openapi.yaml says what the server answers: no route less, and none more.
class OpenApiTest {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");

  @TempDir private Path home;

  @Test
  void theDocumentHasTheServersRoutes() throws IOException {
    Set<String> documented = new TreeSet<>();
    Set<String> open = new TreeSet<>();
    for (var path : paths().entrySet()) {
      for (var operation : ((Map<?, ?>) path.getValue()).entrySet()) {
        if (METHODS.contains(operation.getKey())) {
          String route = operation.getKey() + " " + path.getKey();
          documented.add(route);
          if (((Map<?, ?>) operation.getValue()).containsKey("security")) {
            open.add(route);
          }
        }
      }
    }
    Set<String> routes = new TreeSet<>();
    Set<String> unguarded = new TreeSet<>();
    for (Route route : routes()) {
      String name = route.method().text().toLowerCase(java.util.Locale.ROOT) + " " + route.path();
      routes.add(name);
      if (route.scope() == Scope.NONE) {
        unguarded.add(name);
      }
    }
    assertThat(documented).isEqualTo(routes);
    assertThat(open).isEqualTo(unguarded);
  }

  private List<Route> routes() {
    try (BufferAllocator allocator = new RootAllocator();
        SpaceStore store = SpaceStore.open(home, allocator);
        PythonWorkers workers = new PythonWorkers(WorkerSettings.fromSystem());
        DovetailServer server =
            DovetailServer.start(
                ServerConfig.local("secret", RunSettings.defaults(), "test"),
                store,
                _ -> workers,
                allocator)) {
      return server.routes();
    }
  }

  private static Map<?, ?> paths() throws IOException {
    try (InputStream in = DovetailServer.class.getResourceAsStream("openapi.yaml")) {
      Map<?, ?> document =
          (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
      assertThat(document.get("openapi")).isEqualTo("3.1.0");
      return (Map<?, ?>) document.get("paths");
    }
  }
}
