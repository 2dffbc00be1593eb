package dev.dovetail.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/// The process: reads the command line, runs one command, exits with its code.
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    int code;
    try {
      code = commandLine(arguments);
    } catch (Error e) {
      code = Failures.report(e, new PrintWriter(System.err, true, StandardCharsets.UTF_8), false);
    }
    Interruption.finished(code);
    System.exit(code);
  }

  private static int commandLine(String[] arguments) {
    CommandLine command = Dovetail.commandLine(arguments);
    command.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    int code = command.execute(arguments);
    command.getOut().flush();
    return code;
  }
}
