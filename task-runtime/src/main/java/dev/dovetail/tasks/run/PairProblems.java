package dev.dovetail.tasks.run;

import dev.dovetail.engine.join.GateBreach;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairFailure;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.util.List;

/// The errors of a run that name a pair of rows by their primary keys.
final class PairProblems {
  private final String function;
  private final KeyedRows x;
  private final List<KeyedRows> ys;

  /// @param function what the function is called
  PairProblems(String function, KeyedRows x, List<KeyedRows> ys) {
    this.function = function.equals("<lambda>") ? "fn" : "fn '" + function + "'";
    this.x = x;
    this.ys = ys;
  }

  /// `fn raised ZeroDivisionError: ... (x key 30, y key 9)`, with the user's traceback.
  DovetailException failed(PairFailure failure) {
    PairError error = failure.error();
    return new DovetailException(
        new Problem(
            error.code(),
            what(error),
            pair(failure.x(), failure.yInput(), failure.y()),
            remedy(error.code()),
            error.traceback()));
  }

  DovetailException breached(GateBreach breach) {
    return new DovetailException(
        ErrorCode.E124,
        "the candidate gate of " + function + " is not exact: it leaves out a pair that matches",
        pair(breach.x(), breach.yInput(), breach.y()),
        "Nothing was published. Widen the gate until every match is inside, or take it away.");
  }

  private String what(PairError error) {
    String message = error.message();
    return switch (error.code()) {
      case E120 -> function + " raised " + message;
      case E121 -> function + " " + message;
      default -> function + ": " + message;
    };
  }

  private static String remedy(ErrorCode code) {
    return switch (code) {
      case E120 -> "Correct the function, or guard the value that it does not expect.";
      case E121 -> "Return a bool, such as the result of a comparison or of bool(...).";
      case E122 ->
          "A condition must be deterministic: pass what changes in function_parameters, or keep it in"
              + " a column.";
      case E123 -> "Read it before the task runs, into a Space or into function_parameters.";
      case E128, E130 -> "Nothing was published. Look at what the function does with this pair.";
      default -> "";
    };
  }

  private String pair(int xPosition, int yInput, int yPosition) {
    KeyedRows y = ys.get(yInput);
    return "x key "
        + x.keyText(xPosition)
        + ", y key "
        + y.keyText(yPosition)
        + (ys.size() > 1 ? " of '" + y.space() + "'" : "");
  }
}
