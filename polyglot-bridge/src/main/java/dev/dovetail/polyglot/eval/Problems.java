package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import java.io.IOException;

/// Turns what an interpreter reports into errors with a way out.
final class Problems {
  private Problems() {}

  /// A problem as the interpreter words it.
  record Reported(ErrorCode code, String what, String where) {}

  static Reported read(Frame frame) throws IOException {
    var in = frame.fields();
    return new Reported(
        ErrorCode.valueOf(Frames.readText(in)), Frames.readText(in), Frames.readText(in));
  }

  /// A function that cannot be loaded.
  static DovetailException notLoaded(String function, Reported problem) {
    return new DovetailException(
        problem.code(),
        "function '" + function + "': " + problem.what(),
        problem.where(),
        remedy(problem.code()));
  }

  static String remedy(ErrorCode code) {
    return switch (code) {
      case E122 -> "Pass such a value in function_parameters=, or keep it in a column.";
      case E123 -> "Read it before the task runs, into a Space or into function_parameters=.";
      case E120, E121 -> "Correct the function, or the row that it does not expect.";
      default -> "Correct the function and run the task again.";
    };
  }
}
