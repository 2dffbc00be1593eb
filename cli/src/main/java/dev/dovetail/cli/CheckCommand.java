package dev.dovetail.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TaskGraph;
import dev.dovetail.tasks.run.TaskCheck;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail check`: reads a file, runs nothing.
@Command(
    name = "check",
    description = "Read and check a file of tasks or a script without running it.")
final class CheckCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A .json file of tasks, or a .py script.")
  String file = "";

  @Override
  public Integer call() {
    if (file.endsWith(".py")) {
      var _ = PythonParser.module(TaskFile.text(file), new Origin(file, 1));
      return inOrder();
    }
    List<DovetailException> faults = faults(new TaskGraph(TaskFile.read(file)));
    PrintWriter err = spec.commandLine().getErr();
    faults.forEach(fault -> Failures.report(fault, err, dovetail.debug));
    return faults.isEmpty() ? inOrder() : faults.getFirst().code().blame().exitCode();
  }

  /// At most one fault of each task: behind the first, nothing is certain.
  private static List<DovetailException> faults(TaskGraph graph) {
    List<DovetailException> faults = new ArrayList<>();
    for (Task task : graph.tasks()) {
      try {
        TaskCheck.check(task);
      } catch (DovetailException e) {
        faults.add(e);
      }
    }
    return faults;
  }

  private int inOrder() {
    PrintWriter out = spec.commandLine().getOut();
    if (dovetail.json) {
      out.println(JSON.createObjectNode().put("file", file).put("in_order", true));
    } else if (!dovetail.quiet) {
      out.println(file + " is in order.");
    }
    return 0;
  }
}
