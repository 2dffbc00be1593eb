package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Runs the `join` runs of a case through the product's own task runner, over Spaces put once.
public final class JoinCases implements Cases {
  private final PythonWorkers workers;
  private final CaseFolder folder = new CaseFolder();
  private final BufferAllocator allocator = new RootAllocator();
  private final SpaceStore store;
  private int runs;

  /// Puts the tables of a case into a store of their own.
  public JoinCases(PythonWorkers workers, CaseFile file, int rowsPerSegment) {
    this.workers = workers;
    this.store = SpaceStore.open(folder.home(), allocator);
    file.spaces()
        .forEach((name, table) -> CaseTables.put(store, allocator, name, table, rowsPerSegment));
  }

  @Override
  public Optional<String> difference(JsonNode run, Axis axis) {
    String output = "output-" + runs++;
    Expectation expectation = Expectation.of(run);
    try (RunControl control = RunControl.unlimited()) {
      Task task = TaskJson.read(folder.task(run, output).toString(), "the case");
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

  @Override
  public void close() {
    store.close();
    allocator.close();
    folder.close();
  }
}
