package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.join.PairError;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.Interpreter.AnswerReader;
import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Fields;
import java.util.EnumSet;
import java.util.Set;

/// Turns what an interpreter reports into errors with a way out.
final class Problems {
  private Problems() {}

  /// A problem as the interpreter words it.
  record Reported(ErrorCode code, String what, String where) {}

  /// What an interpreter may blame; anything else it cannot know.
  private static final Set<ErrorCode> CODES =
      EnumSet.of(
          ErrorCode.E107,
          ErrorCode.E108,
          ErrorCode.E120,
          ErrorCode.E121,
          ErrorCode.E122,
          ErrorCode.E123,
          ErrorCode.E129,
          ErrorCode.E213);

  /// The longest text that is shown of what an interpreter says.
  private static final int MOST_CHARS = 20_000;

  static Reported read(Fields in) throws BadAnswer {
    return new Reported(code(in), line(in), line(in));
  }

  /// A code, a message of one line and a traceback of several.
  static PairError readError(Fields in) throws BadAnswer {
    return new PairError(code(in), line(in), shown(in.text(), true));
  }

  private static ErrorCode code(Fields in) throws BadAnswer {
    String name = in.text();
    return CODES.stream()
        .filter(code -> code.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new BadAnswer("it blames a code that it cannot know"));
  }

  private static String line(Fields in) throws BadAnswer {
    return shown(in.text(), false);
  }

  /// A text that moves no cursor and rings no bell of whoever prints it.
  private static String shown(String text, boolean lines) {
    String cut = text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) + "..." : text;
    StringBuilder plain = new StringBuilder(cut.length());
    cut.chars()
        .map(c -> Character.isISOControl(c) && !(lines && c == '\n') && c != '\t' ? '?' : c)
        .forEach(c -> plain.append((char) c));
    return plain.toString();
  }

  /// Reads the answer to a command to load a function.
  static AnswerReader<Boolean> loading(String function) {
    return (kind, answer) -> {
      if (kind == Command.PROBLEM) {
        throw notLoaded(function, read(answer));
      }
      return true;
    };
  }

  private static DovetailException notLoaded(String function, Reported problem) {
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
