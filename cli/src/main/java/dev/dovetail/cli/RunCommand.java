package dev.dovetail.cli;

import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// `dovetail run`: a script, or tasks as JSON.
@Command(
    name = "run",
    description = "Run a Python script (.py), or a task or graph of tasks (.json).")
final class RunCommand implements Callable<Integer> {
  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "FILE", description = "The script or the tasks.")
  String file = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARG",
      description = "Arguments of the script; behind -- even such as Dovetail has itself.")
  List<String> arguments = List.of();

  @Override
  public Integer call() {
    boolean script = file.endsWith(".py");
    TaskFile.requireReadable(file);
    if (!script && !arguments.isEmpty()) {
      throw new UnmatchedArgumentException(spec.commandLine(), arguments);
    }
    try (Workbench bench = Workbench.open(dovetail)) {
      if (script) {
        return bench.runScript(file, arguments);
      }
      TaskGraph graph = new TaskGraph(TaskFile.read(file));
      bench.requireInputs(graph);
      for (Task task : graph.tasks()) {
        Summary.print(bench.run(task), dovetail, spec);
      }
      return 0;
    }
  }
}
