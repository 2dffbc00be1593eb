package dev.dovetail.tasks.run;

import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.sessions.DecisionFilter;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.json.TaskJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// A home with a runner, and ways to fill and look at it.
final class Bench implements AutoCloseable {
  final Path folder;
  final BufferAllocator allocator = new RootAllocator();
  final SpaceStore store;
  final PythonWorkers workers = new PythonWorkers(WorkerSettings.fromSystem());
  final TaskRunner runner;
  final Sessions sessions;
  RunSettings settings = RunSettings.defaults().withThreads(2);

  Bench(Path folder) {
    this.folder = folder;
    this.store = SpaceStore.open(folder.resolve("home"), allocator);
    this.runner = new TaskRunner(store, workers, allocator);
    this.sessions = runner.sessions();
  }

  /// Puts JSON lines, given with single quotes, into a Space.
  void put(String space, List<String> key, String... lines) {
    Path file = file(space + ".jsonl", lines);
    ReadOptions options =
        ReadOptions.detect(folder).withFormat(FileFormat.JSON_LINES).withBatchRows(2);
    try (BatchSource source = FileReaders.open(file.toString(), options, allocator, _ -> {});
        Commit commit = store.begin()) {
      try (BatchSink sink =
          commit.put(space, source.schema(), key, PutMode.REPLACE, false, "put", null)) {
        while (source.next()) {
          sink.write(source.batch());
        }
        sink.finish();
      }
      commit.commit();
    }
  }

  /// A file of lines, in which single quotes stand for double ones.
  Path file(String name, String... lines) {
    try {
      return Files.writeString(
          folder.resolve(name), String.join("\n", lines).replace('\'', '"') + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RunResult run(String json) {
    return run(task(json));
  }

  RunResult run(Task task) {
    return runner.run(task, settings, RunControl.unlimited(), Progress.NONE);
  }

  static Task task(String json) {
    return TaskJson.read(json, "task.json");
  }

  /// The rows of the last version of a Space as text.
  List<String> rows(String space) {
    List<String> rows = new ArrayList<>();
    try (Table table = store.read(store.require(space))) {
      for (int i = 0; i < table.batchCount(); i++) {
        add(rows, table.batch(i));
      }
    }
    return rows;
  }

  List<String> decisions(String session) {
    List<String> rows = new ArrayList<>();
    try (BatchSource source = sessions.decisions(session, DecisionFilter.ALL, allocator)) {
      while (source.next()) {
        add(rows, source.batch());
      }
    }
    return rows;
  }

  private static void add(List<String> rows, VectorSchemaRoot batch) {
    for (int i = 0; i < batch.getRowCount(); i++) {
      List<String> values = new ArrayList<>();
      for (FieldVector column : batch.getFieldVectors()) {
        values.add(String.valueOf(column.getObject(i)));
      }
      rows.add(String.join(" ", values).replace("\"", ""));
    }
  }

  /// Also finds buffers that nobody gave back.
  @Override
  public void close() {
    workers.close();
    store.close();
    allocator.close();
  }
}
