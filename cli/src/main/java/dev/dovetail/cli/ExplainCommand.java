package dev.dovetail.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.run.JoinExplanation;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// `dovetail explain`: the plan of a join, or the page of an error code.
@Command(
    name = "explain",
    description = "The plan of a join with the reason for each choice; the page of an error code.",
    subcommands = ExplainCommand.ExplainJoin.class)
final class ExplainCommand implements Runnable {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "The page of an error code, such as E120.")
  @Nullable String code;

  @Option(names = "--list", description = "All error codes.")
  boolean list;

  @Option(
      names = "--analyze",
      scope = ScopeType.INHERIT,
      description = "Run the join as well, throw its output away, and add the counts.")
  boolean analyze;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "A .json file of tasks.")
  @Nullable String file;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    if (code != null) {
      out.print(ErrorPages.page(code));
    } else if (list) {
      for (ErrorCode known : ErrorCode.values()) {
        out.println(dovetail.json ? json(known) : known + "  " + known.title());
      }
    } else if (file != null) {
      List<Task> tasks = TaskFile.read(file);
      explain(_ -> tasks);
    } else {
      throw new ParameterException(spec.commandLine(), "name a FILE, 'join ...', --code or --list");
    }
    out.flush();
  }

  private void explain(Function<SpaceStore, List<Task>> tasks) {
    PrintWriter out = spec.commandLine().getOut();
    try (Workbench bench = Workbench.open(dovetail)) {
      for (Task task : tasks.apply(bench.store())) {
        if (task instanceof JoinTask join) {
          JoinExplanation plan = bench.explain(join);
          ObjectNode json = plan.json();
          StringBuilder text = new StringBuilder(plan.text()).append('\n');
          if (analyze) {
            ObjectNode metrics = bench.analyze(join);
            json.set("metrics", metrics);
            metrics
                .properties()
                .forEach(
                    m -> text.append(m.getKey()).append(": ").append(m.getValue()).append('\n'));
          }
          out.print(dovetail.json ? json + "\n" : text);
        } else {
          out.println(dovetail.json ? json(task) : text(task));
        }
      }
    }
  }

  private static String text(Task task) {
    return task.name() + ": one pass over " + task.inputs().getFirst().label();
  }

  private static ObjectNode json(Task task) {
    return JSON.createObjectNode()
        .put("task", task.name())
        .put("strategy", "one pass")
        .put("input", task.inputs().getFirst().label());
  }

  private static ObjectNode json(ErrorCode code) {
    return JSON.createObjectNode()
        .put("code", code.name())
        .put("title", code.title())
        .put("exit_code", code.blame().exitCode());
  }

  /// `dovetail explain join ...`, with the options of `join`.
  @Command(name = "join", description = "The plan of a join, without running it.")
  static final class ExplainJoin implements Runnable {
    @ParentCommand @Nullable ExplainCommand explain;
    @Mixin JoinOptions join = new JoinOptions();

    @Option(
        names = "--out",
        paramLabel = "FILE|SPACE",
        description = "Ignored: nothing is written.")
    @Nullable String out;

    @Override
    public void run() {
      ExplainCommand command = Objects.requireNonNull(explain);
      String output = out == null ? "explained" : out;
      command.explain(spaces -> List.of(join.task(output, spaces)));
      command.spec.commandLine().getOut().flush();
    }
  }
}
