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
import dev.dovetail.tasks.run.TaskRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Runs the `join` runs of a case through the product's own task runner, over Spaces put once.
public final class JoinCases implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PythonWorkers workers;
  private final Path folder;
  private final BufferAllocator allocator = new RootAllocator();
  private final SpaceStore store;
  private int runs;

  /// Puts the tables of a case into a store of their own.
  public JoinCases(PythonWorkers workers, CaseFile file, int rowsPerSegment) {
    this.workers = workers;
    this.folder = temporary();
    this.store = SpaceStore.open(folder.resolve("home"), allocator);
    file.spaces()
        .forEach((name, table) -> CaseTables.put(store, allocator, name, table, rowsPerSegment));
  }

  /// What differs from the expected answer; empty if nothing does.
  public Optional<String> difference(JsonNode run, Axis axis) {
    String output = "output-" + runs++;
    JsonNode args = run.get("args");
    List<String> key = new ArrayList<>();
    args.get("primary_key").forEach(column -> key.add(column.textValue()));
    Expectation expectation =
        new Expectation(run.get("expect"), key, args.get("input_spaces").size() > 2);
    try (RunControl control = RunControl.unlimited()) {
      Task task = TaskJson.read(task(args, output).toString(), "the case");
      TaskRunner runner = new TaskRunner(store, workers, allocator);
      var _ = runner.run(task, axis.settings(), control, Progress.NONE);
    } catch (DovetailException e) {
      return differenceOfError(e, expectation, axis, output);
    }
    try (Table table = store.read(store.require(output))) {
      return expectation.differenceOfOutput(table);
    }
  }

  private Optional<String> differenceOfError(
      DovetailException e, Expectation expectation, Axis axis, String output) {
    if (axis.mayRefuse() && e.code() == ErrorCode.E101 && e.problem().what().contains("strategy")) {
      return Optional.empty();
    }
    if (store.find(output).isPresent()) {
      return Optional.of("an output after the error " + e.problem());
    }
    return expectation.differenceOfError(e.problem().toString(), e.code().blame() != Blame.REQUEST);
  }

  private ObjectNode task(JsonNode args, String output) {
    ObjectNode task = JSON.createObjectNode().put("task", "join").put("name", "case");
    args.properties().forEach(argument -> task.set(argument.getKey(), argument.getValue()));
    task.put("output_space", output);
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

  private static Path temporary() {
    try {
      return Files.createTempDirectory("dovetail-case");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    store.close();
    allocator.close();
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
