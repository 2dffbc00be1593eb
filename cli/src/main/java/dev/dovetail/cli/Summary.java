package dev.dovetail.cli;

import dev.dovetail.sessions.Metrics;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.SessionJson;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.run.RunResult;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/// What a run tells its user when it is done: one line, or the session as JSON. Where the rows
/// themselves went to stdout, it goes to stderr.
final class Summary {
  private Summary() {}

  static void print(RunResult result, Dovetail options, CommandSpec spec) {
    boolean rowsOnStdout =
        result.task().output() instanceof OutputRef.File(var path, _) && path.equals("-");
    PrintWriter out = rowsOnStdout ? spec.commandLine().getErr() : spec.commandLine().getOut();
    if (options.json) {
      out.println(SessionJson.node(result.session()));
    } else if (!options.quiet) {
      out.println(line(result));
    }
    out.flush();
  }

  static String line(RunResult result) {
    Session session = result.session();
    Metrics metrics = session.metrics();
    StringBuilder text =
        new StringBuilder(session.taskName())
            .append(": ")
            .append(metrics.outputRows())
            .append(" rows");
    if (session.taskKind().equals("join")) {
      text.append(", ").append(metrics.matches()).append(" matches");
    }
    text.append(" -> ").append(result.task().output().label());
    session
        .output()
        .ifPresent(
            output -> {
              if (output instanceof Session.SpaceOutput(_, long version)) {
                text.append(" (version ").append(version).append(')');
              }
            });
    return text.append(", session ").append(session.id()).toString();
  }
}
