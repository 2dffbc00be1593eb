package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.Problem;
import dev.dovetail.sessions.Metrics;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.Session.FunctionText;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.json.TaskJson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// Notes what is known of a run while it goes on, so that a session can be made at any point.
final class RunLog {
  private final Task task;
  private final String id;
  private final Instant startedAt;
  private final BufferAllocator memory;
  private final List<Metrics.Stage> stages = new ArrayList<>();
  private Optional<FunctionText> function = Optional.empty();
  private List<Session.Input> inputs = List.of();
  private String plan = "{}";
  private Metrics metrics = Metrics.NONE;
  private long stageBegan = System.nanoTime();

  RunLog(Task task, String id, Instant startedAt, BufferAllocator memory) {
    this.task = task;
    this.id = id;
    this.startedAt = startedAt.truncatedTo(ChronoUnit.MICROS);
    this.memory = memory;
  }

  String id() {
    return id;
  }

  void function(FunctionText text) {
    function = Optional.of(text);
  }

  void inputs(List<OpenInput> opened) {
    inputs = opened.stream().map(OpenInput::provenance).toList();
  }

  void plan(String json) {
    plan = json;
  }

  void metrics(Metrics known) {
    metrics = known;
  }

  /// Ends a stage, which began where the one before ended.
  void endStage(String name, long bytes) {
    long now = System.nanoTime();
    stages.add(new Metrics.Stage(name, (now - stageBegan) / 1e9, bytes));
    stageBegan = now;
  }

  Session done(Session.Output output, boolean hasDecisions) {
    return session(Optional.of(output), new Session.Done(), hasDecisions);
  }

  Session failed(DovetailException failure) {
    Problem problem = failure.problem();
    return session(
        Optional.empty(),
        new Session.Failed(problem.code().name(), problem.toString(), problem.traceback()),
        false);
  }

  private Session session(
      Optional<Session.Output> output, Session.Outcome outcome, boolean hasDecisions) {
    return new Session(
        id,
        task.name(),
        task.kind(),
        TaskJson.node(task).toString(),
        function,
        TaskJson.node(task.parameters()).toString(),
        inputs,
        output,
        plan,
        outcome,
        startedAt,
        Instant.now().truncatedTo(ChronoUnit.MICROS),
        new Metrics(
            metrics.inputs(),
            metrics.pairsPossible(),
            metrics.candidates(),
            metrics.pairsCompiled(),
            metrics.pairsPython(),
            metrics.matches(),
            metrics.outputRows(),
            metrics.matchesPerX(),
            metrics.matchesPerY(),
            stages,
            memory.getPeakMemoryAllocation()),
        hasDecisions);
  }
}
