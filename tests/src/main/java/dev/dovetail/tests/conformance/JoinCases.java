package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.Blame;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Table;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.json.TaskJson;
import dev.dovetail.tasks.run.PythonHost;
import dev.dovetail.tasks.run.TaskRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Runs the `join` runs of cases through the product's own task runner, along every axis.
public final class JoinCases {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OUTPUT = "output-of-the-run";

  private final PythonWorkers workers;

  public JoinCases(PythonWorkers workers) {
    this.workers = workers;
  }

  /// What differs from the expected answer first; empty if nothing does.
  Optional<String> difference(CaseFile file, JsonNode run) {
    for (Axis axis : Axis.of(file.invariants())) {
      Optional<String> difference = difference(file, run, axis);
      if (difference.isPresent()) {
        return Optional.of("[" + axis.name() + "] " + difference.get());
      }
    }
    return Optional.empty();
  }

  private Optional<String> difference(CaseFile file, JsonNode run, Axis axis) {
    try (Folder folder = new Folder();
        BufferAllocator allocator = new RootAllocator()) {
      Optional<String> difference;
      try (SpaceStore store = SpaceStore.open(folder.path.resolve("home"), allocator)) {
        file.spaces()
            .forEach(
                (name, table) ->
                    CaseTables.put(store, allocator, name, table, axis.rowsPerSegment()));
        difference = difference(store, allocator, folder.path, run, axis);
      }
      return difference;
    }
  }

  private Optional<String> difference(
      SpaceStore store, BufferAllocator allocator, Path folder, JsonNode run, Axis axis) {
    JsonNode args = run.get("args");
    List<String> key = new ArrayList<>();
    args.get("primary_key").forEach(column -> key.add(column.textValue()));
    Expectation expectation =
        new Expectation(run.get("expect"), key, args.get("input_spaces").size() > 2);
    try (RunControl control = RunControl.unlimited()) {
      Task task = TaskJson.read(task(args, folder).toString(), "the case");
      TaskRunner runner = new TaskRunner(store, PythonHost.of(workers), allocator);
      var _ = runner.run(task, axis.settings(), control, Progress.NONE);
    } catch (DovetailException e) {
      if (axis.mayRefuse() && e.code() == ErrorCode.E101 && e.getMessage().contains("strategy")) {
        return Optional.empty();
      }
      if (store.find(OUTPUT).isPresent()) {
        return Optional.of("an output after the error " + e.getMessage());
      }
      boolean evaluated = e.code().blame() != Blame.REQUEST;
      return expectation.differenceOfError(e.getMessage(), evaluated);
    }
    try (Table output = store.read(store.require(OUTPUT))) {
      return expectation.differenceOfOutput(output);
    }
  }

  private static ObjectNode task(JsonNode args, Path folder) {
    ObjectNode task = JSON.createObjectNode().put("task", "join").put("name", "case");
    args.properties().forEach(argument -> task.set(argument.getKey(), argument.getValue()));
    task.put("output_space", OUTPUT);
    JsonNode fn = args.get("fn");
    if (fn.has("importable")) {
      fn.get("files")
          .properties()
          .forEach(
              file ->
                  write(
                      folder.resolve("python").resolve(file.getKey()),
                      file.getValue().textValue()));
      ObjectNode importable =
          JSON.createObjectNode().put("importable", fn.get("importable").textValue());
      importable.putArray("python_path").add(folder.resolve("python").toString());
      task.set("fn", importable);
    }
    return task;
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A temporary folder that goes with the case.
  private static final class Folder implements AutoCloseable {
    private final Path path;

    Folder() {
      try {
        path = Files.createTempDirectory("dovetail-case");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try (var files = Files.walk(path)) {
        files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
