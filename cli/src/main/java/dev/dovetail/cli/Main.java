package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/// The process: reads the command line, runs one command, exits with its code.
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    String home = System.getenv("DOVETAIL_HOME");
    System.exit(run(Path.of(home == null || home.isBlank() ? ".dovetail" : home), arguments));
  }

  /// Runs one command to its end.
  ///
  /// @param home the folder of all state, made on the first write
  /// @return the exit code
  static int run(Path home, String... arguments) {
    int code;
    try {
      code = execute(Dovetail.commandLine(home, arguments), arguments);
    } catch (Error e) {
      boolean debug = List.of(arguments).contains("--debug");
      code = Failures.report(e, new PrintWriter(System.err, true, StandardCharsets.UTF_8), debug);
    }
    Interruption.finished(code);
    return code;
  }

  private static int execute(CommandLine command, String[] arguments) {
    command.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    int code = command.execute(arguments);
    if (code == 0 && command.getOut().checkError()) { // which flushes, too
      DovetailException lost =
          new DovetailException(
              ErrorCode.E201,
              "standard output takes no more, as its reader has gone or its disk is full",
              "",
              "What was printed is not complete.");
      return Failures.report(lost, command.getErr(), false);
    }
    return code;
  }
}
