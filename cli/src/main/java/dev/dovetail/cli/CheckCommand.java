package dev.dovetail.cli;

import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.tasks.TaskGraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail check`: reads a file, runs nothing.
@Command(
    name = "check",
    description = "Read and check a file of tasks or a script without running it.")
final class CheckCommand implements Runnable {
  @ParentCommand Dovetail dovetail = new Dovetail();
  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A .json file of tasks, or a .py script.")
  String file = "";

  @Override
  public void run() {
    if (file.endsWith(".py")) {
      var _ = PythonParser.module(TaskFile.text(file), new Origin(file, 1));
    } else {
      var _ = new TaskGraph(TaskFile.read(file));
    }
    if (!dovetail.quiet) {
      spec.commandLine().getOut().println(file + " is in order.");
    }
  }
}
