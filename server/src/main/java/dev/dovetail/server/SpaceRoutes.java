package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceJson;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.TableSource;
import dev.dovetail.spaces.files.DeclaredTypes;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import io.helidon.http.Status;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;

/// Spaces, and the rows that go to a run without a name.
///
/// @param allocator of the batches on their way
record SpaceRoutes(BufferAllocator allocator) {
  List<Route> routes() {
    return List.of(
        Route.get("/v1/spaces", Scope.READ, this::list),
        Route.get("/v1/spaces/{space}", Scope.READ, call -> call.send(SpaceJson.node(asked(call)))),
        Route.delete("/v1/spaces/{space}", Scope.RUN, this::drop),
        Route.get("/v1/spaces/{space}/versions", Scope.READ, this::history),
        Route.get("/v1/spaces/{space}/rows", Scope.READ, this::rows),
        Route.post("/v1/spaces/{space}/rows", Scope.RUN, this::put),
        Route.post("/v1/uploads", Scope.RUN, this::upload),
        Route.delete("/v1/uploads/{upload}", Scope.RUN, this::dropUpload));
  }

  private void list(Call call) {
    call.send(SpaceJson.node("spaces", call.namespace().store().list()));
  }

  private void history(Call call) {
    List<SpaceVersion> history = call.namespace().store().history(name(call));
    if (history.isEmpty()) {
      call.namespace().store().require(name(call));
    }
    call.send(SpaceJson.node("versions", history));
  }

  private void rows(Call call) throws IOException {
    try (BatchSource rows = new TableSource(call.namespace().store().read(asked(call)))) {
      call.sendRows(rows, allocator);
    }
  }

  private void put(Call call) {
    String space = name(call);
    List<String> key =
        call.queries("primary_key").isEmpty()
            ? call.namespace().store().find(space).map(SpaceVersion::primaryKey).orElse(List.of())
            : call.queries("primary_key");
    PutMode mode = mode(call.query("mode").orElse("replace"));
    boolean fresh = call.namespace().store().find(space).isEmpty();
    SpaceVersion put = receive(call, space, key, mode, call.flag("unique"));
    call.send(fresh ? Status.CREATED_201 : Status.OK_200, SpaceJson.node(put));
  }

  private void upload(Call call) {
    String id = UUID.randomUUID().toString();
    SpaceVersion put = receive(call, TemporarySpaces.upload(id), List.of(), PutMode.REPLACE, false);
    call.send(
        Status.CREATED_201,
        JsonNodeFactory.instance.objectNode().put("upload", id).put("rows", put.rowCount()));
  }

  private SpaceVersion receive(
      Call call, String space, List<String> key, PutMode mode, boolean unique) {
    ReadOptions options =
        ReadOptions.detect(call.namespace().store().home().resolve("tmp"))
            .withFormat(format(call).orElse(null));
    if (call.query("schema").isPresent()) {
      options = options.withTypes(DeclaredTypes.parse(call.query("schema").get()));
    }
    try (BatchSource source =
            FileReaders.open(
                call.body(), "the body", options, allocator, call.limits().maxBodyBytes());
        Commit commit = call.namespace().store().begin()) {
      try (BatchSink sink =
          commit.put(space, source.schema(), key, mode, unique, operation(mode), null)) {
        while (source.next()) {
          sink.write(source.batch());
        }
        sink.finish();
      }
      return commit.commit().getFirst();
    }
  }

  private static Optional<FileFormat> format(Call call) {
    return call.query("format")
        .map(FileFormat::named)
        .or(() -> RowFormat.ofContent(call.header("Content-Type")));
  }

  private static PutMode mode(String word) {
    return Arrays.stream(PutMode.values())
        .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new DovetailException(
                    ErrorCode.E101,
                    "there is no mode '" + word + "' of a put",
                    "",
                    NearestName.hint(word, List.of("replace", "append", "upsert"))));
  }

  private static String operation(PutMode mode) {
    return mode == PutMode.REPLACE ? "put" : mode.name().toLowerCase(Locale.ROOT);
  }

  private void drop(Call call) {
    drop(call, name(call));
  }

  private void dropUpload(Call call) {
    drop(call, TemporarySpaces.upload(call.path("upload")));
  }

  private static void drop(Call call, String space) {
    try (Commit commit = call.namespace().store().begin()) {
      commit.drop(space);
      var _ = commit.commit();
    }
    call.sendNothing();
  }

  private static SpaceVersion asked(Call call) {
    long version = call.number("version", 1, 0);
    return version == 0
        ? call.namespace().store().require(name(call))
        : call.namespace().store().require(name(call), version);
  }

  private static String name(Call call) {
    return TemporarySpaces.refused(call.path("space"));
  }
}
