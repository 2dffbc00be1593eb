package dev.dovetail.tasks.run;

import dev.dovetail.engine.join.JoinOutcome;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.shape.DegreeViolation;
import dev.dovetail.engine.shape.Degrees;
import dev.dovetail.engine.shape.FlatShape;
import dev.dovetail.engine.shape.JoinShape;
import dev.dovetail.engine.shape.MatchesShape;
import dev.dovetail.engine.shape.RowShape;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.sessions.DecisionSink;
import dev.dovetail.sessions.Session;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import dev.dovetail.tasks.DegreeRule;
import dev.dovetail.tasks.Duplicates;
import dev.dovetail.tasks.JoinTask;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Runs one join: prepares it, computes the matches into a staged output, checks degrees,
/// publishes.
final class JoinRun {
  private final JoinTask task;
  private final RunContext context;

  JoinRun(JoinTask task, RunContext context) {
    this.task = task;
    this.context = context;
  }

  /// Runs to the end; returns the recorded session.
  Session run() {
    try (OpenInputs inputs = context.openInputs();
        PreparedJoin join = prepare(inputs)) {
      context.log().plan(new JoinExplanation(task, join.explanations()).json().toString());
      join.outputRows().ifPresent(rows -> OutputLimit.check(rows, context.settings()));
      context.log().endStage("plan", 0);
      return publish(join);
    }
  }

  /// Plans without running.
  JoinExplanation explain() {
    try (OpenInputs inputs = context.openInputs();
        PreparedJoin join = prepare(inputs)) {
      return new JoinExplanation(task, join.explanations());
    }
  }

  private PreparedJoin prepare(OpenInputs inputs) {
    FunctionSource function = context.function(task.fn(), 2, task.parameters().keySet());
    List<OpenInput> opened = task.inputs().stream().map(inputs::open).toList();
    context.log().inputs(opened);
    context.log().endStage("read", opened.stream().mapToLong(OpenInput::bytes).sum());
    return new PreparedJoin(
        task,
        function,
        opened,
        context.python(),
        context.settings(),
        context.execution(),
        context.progress());
  }

  private Session publish(PreparedJoin join) {
    Table xTable = join.xInput().table();
    List<Table> yTables = join.yInputs().stream().map(OpenInput::table).toList();
    try (Output output =
            new Output(
                task.output(),
                join.outputSchema(),
                join.xInput().declaredKey(),
                task.kind(),
                context.log().id(),
                context.store(),
                context.sessions(),
                context.memory());
        DecisionSink decisions =
            context
                .sessions()
                .newDecisions(
                    context.log().id(),
                    DecisionWriter.schema(
                        task.primaryKey(), xTable.schema(), yTables.getFirst().schema()),
                    context.memory());
        RowShape shape = shape(join, OutputLimit.on(output.sink(), context.settings()));
        DecisionWriter decided =
            new DecisionWriter(
                task.primaryKey(),
                join.x(),
                xTable,
                join.ys(),
                yTables,
                decisions,
                context.execution())) {
      Degrees degrees = new Degrees(join.x(), join.ys(), rule(task.perX()), rule(task.perY()));
      MatchConsumer all =
          (firstX, count, perY) -> {
            degrees.accept(firstX, count, perY);
            shape.accept(firstX, count, perY);
            decided.accept(firstX, count, perY);
          };
      JoinOutcome outcome = join.driver().run(all);
      note(join, outcome, 0);
      refuse(join, outcome, degrees);
      shape.complete();
      decided.complete();
      long decisionBytes = decisions.finish();
      context.log().endStage("join", output.bytes() + decisionBytes);
      note(join, outcome, shape.rowsWritten());
      context.control().check();
      Session session = output.publish(published -> context.log().done(published, true));
      decisions.keep();
      return session;
    }
  }

  private RowShape shape(PreparedJoin join, BatchSink sink) {
    List<MatchesShape.Part> parts = new ArrayList<>();
    for (int i = 0; i < join.ys().size(); i++) {
      parts.add(new MatchesShape.Part(join.ys().get(i), join.yInputs().get(i).table()));
    }
    var duplicates =
        task.duplicates() == Duplicates.COLLAPSE
            ? dev.dovetail.engine.shape.Duplicates.COLLAPSE
            : dev.dovetail.engine.shape.Duplicates.EXPAND;
    Table xTable = join.xInput().table();
    return task.shape().kind() == JoinShape.MATCHES
        ? new MatchesShape(join.x(), xTable, parts, duplicates, sink, context.execution())
        : new FlatShape(
            task.shape().kind(), join.x(), xTable, parts, duplicates, sink, context.execution());
  }

  private void note(PreparedJoin join, JoinOutcome outcome, long outputRows) {
    context
        .log()
        .metrics(
            JoinFigures.of(
                join.xInput().name(),
                outcome.metrics(),
                join.explanations(),
                task.isSelfJoin(),
                outputRows));
  }

  /// A failure goes before a gate that is not exact, and that before degrees, which mean nothing
  /// then.
  private void refuse(PreparedJoin join, JoinOutcome outcome, Degrees degrees) {
    PairProblems problems = new PairProblems(task.fn().name(), join.x(), join.ys());
    outcome
        .failure()
        .ifPresent(
            failure -> {
              throw problems.failed(failure);
            });
    outcome
        .breach()
        .ifPresent(
            breach -> {
              throw problems.breached(breach);
            });
    List<Problem> violated = degrees.violations().stream().map(DegreeViolation::problem).toList();
    if (!violated.isEmpty()) {
      throw new DovetailException(
          new Problem(
              ErrorCode.E127,
              violated.stream().map(Problem::what).collect(Collectors.joining("; ")),
              "",
              violated.getFirst().remedy()));
    }
  }

  private static dev.dovetail.engine.shape.DegreeRule rule(DegreeRule rule) {
    return new dev.dovetail.engine.shape.DegreeRule(rule.max(), rule.exact());
  }
}
