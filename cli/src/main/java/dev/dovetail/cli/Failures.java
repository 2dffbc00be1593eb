package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.io.PrintWriter;
import java.util.List;
import org.apache.arrow.memory.OutOfMemoryException;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The last place of every failure: one message on stderr, and the exit code of whose turn it is.
final class Failures {
  private Failures() {}

  /// A command line that picocli could not read.
  static int usage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    ParameterException told = firstSlip(failure, command);
    err.println("dovetail: " + told.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(told, err)) {
      err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    }
    return ErrorCode.E101.blame().exitCode();
  }

  /// A required option that is missing may have been given with a slip in its name; then the slip
  /// is what helps.
  private static ParameterException firstSlip(ParameterException failure, CommandLine command) {
    List<String> slips = command.getUnmatchedArguments();
    return failure instanceof MissingParameterException && !slips.isEmpty()
        ? new UnmatchedArgumentException(command, slips)
        : failure;
  }

  /// Anything that a command threw. picocli wraps what is no `Exception`.
  static int execution(Exception failure, CommandLine command, ParseResult parsed) {
    Throwable cause = failure.getCause();
    return report(
        failure instanceof ExecutionException && cause != null ? cause : failure,
        command.getErr(),
        debug(command));
  }

  private static boolean debug(CommandLine command) {
    return command.getCommandSpec().root().userObject() instanceof Dovetail dovetail
        && dovetail.debug;
  }

  static int report(Throwable failure, PrintWriter err, boolean debug) {
    Problem problem = problem(failure);
    err.println("dovetail: " + problem);
    problem.traceback().stripTrailing().lines().forEach(err::println);
    if (debug) {
      failure.printStackTrace(err);
    }
    err.flush();
    return problem.code().blame().exitCode();
  }

  static Problem problem(Throwable failure) {
    return switch (failure) {
      case DovetailException e -> e.problem();
      case OutOfMemoryException e -> memory(e);
      case OutOfMemoryError e -> memory(e);
      default ->
          new Problem(
              ErrorCode.E499,
              "something unexpected happened: " + failure,
              "",
              "Nothing was published. Run again with --debug and report the trace.");
    };
  }

  private static Problem memory(Throwable failure) {
    return new Problem(
        ErrorCode.E403,
        "the memory budget is spent: " + failure.getMessage(),
        "",
        "Raise --memory.");
  }
}
