package dev.dovetail.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail join`: one Join.
@Command(name = "join", description = "Join two or more Spaces or files by a Python function.")
final class JoinCommand implements Runnable {
  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();
  @Mixin JoinOptions join = new JoinOptions();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE|SPACE",
      description = "Where the result goes: a file (or -) or a Space.")
  String out = "";

  @Override
  public void run() {
    try (Workbench bench = Workbench.open(dovetail)) {
      Summary.print(bench.run(join.task(out, bench.store())), dovetail, spec);
    }
  }
}
