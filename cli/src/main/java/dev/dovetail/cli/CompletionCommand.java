package dev.dovetail.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `dovetail completion`: what a shell needs to complete commands and options.
@Command(
    name = "completion",
    description = {
      "A completion script for bash and zsh. For the current shell:",
      "",
      "  source <(dovetail completion)",
      ""
    })
final class CompletionCommand implements Runnable {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    CommandSpec root = spec.root();
    String script = AutoComplete.bash(root.name(), root.commandLine());
    spec.commandLine().getOut().print(script + "\n");
    spec.commandLine().getOut().flush();
  }
}
