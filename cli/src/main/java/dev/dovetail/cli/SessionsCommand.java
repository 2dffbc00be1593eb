package dev.dovetail.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.sessions.DecisionFilter;
import dev.dovetail.sessions.SessionFilter;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.files.JsonRows;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail sessions ...`: what ran.
@Command(name = "sessions", description = "What ran: list, show, decisions.")
final class SessionsCommand implements Runnable {
  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: list, show, decisions");
  }

  @Command(name = "list", description = "The latest sessions, newest first.")
  void list(
      @Option(
              names = "-n",
              paramLabel = "N",
              converter = Counts.Small.class,
              defaultValue = "20",
              description = "How many (default: 20).")
          int limit,
      @Option(names = "--task", paramLabel = "NAME", description = "Only those of this task.")
          @Nullable String task,
      @Option(names = "--failed", description = "Only those that failed.") boolean failed,
      @Option(names = "--before", paramLabel = "ID", description = "Only those behind this one.")
          @Nullable String before) {
    SessionFilter filter =
        new SessionFilter(
            Optional.ofNullable(task),
            failed ? Optional.of(true) : Optional.empty(),
            Optional.ofNullable(before));
    try (Workbench bench = Workbench.open(dovetail)) {
      List<SessionSummary> sessions = new Sessions(bench.store()).list(filter, limit);
      if (dovetail.json) {
        sessions.forEach(session -> out().println(SessionJson.node(session)));
        return;
      }
      TextTable table =
          new TextTable(
              "session", "task", "kind", "outcome", "rows", "matches", "seconds", "output");
      for (SessionSummary session : sessions) {
        table.add(
            session.id(),
            session.taskName(),
            session.taskKind(),
            session.errorCode().map(code -> "failed: " + code).orElse("done"),
            Long.toString(session.outputRows()),
            Long.toString(session.matches()),
            String.format(Locale.ROOT, "%.2f", session.duration().toMillis() / 1000.0),
            session.output().orElse(""));
      }
      out().print(table);
      out().flush();
    }
  }

  @Command(
      name = "show",
      description = "One session: task, function, versions, plan, metrics, error.")
  void show(
      @Parameters(paramLabel = "ID", description = "The id, or an unambiguous beginning of it.")
          String id) {
    try (Workbench bench = Workbench.open(dovetail)) {
      ObjectNode session = SessionJson.node(new Sessions(bench.store()).require(id));
      out().println(dovetail.json ? session.toString() : session.toPrettyString());
      out().flush();
    }
  }

  @Command(name = "decisions", description = "The match decisions of a session, as JSON lines.")
  void decisions(
      @Parameters(paramLabel = "ID") String id,
      @Option(
              names = "--x",
              paramLabel = "KEY",
              split = ",",
              description = "Only this X key, its parts separated by commas.")
          @Nullable List<String> x,
      @Option(names = "--y", paramLabel = "KEY", split = ",", description = "Only this Y key.")
          @Nullable List<String> y) {
    DecisionFilter filter = new DecisionFilter(Optional.ofNullable(x), Optional.ofNullable(y));
    try (Workbench bench = Workbench.open(dovetail);
        BatchSource decisions =
            new Sessions(bench.store()).decisions(id, filter, bench.allocator())) {
      while (decisions.next()) {
        bench.control().check();
        JsonRows.of(decisions.batch()).forEach(out()::println);
      }
      out().flush();
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
