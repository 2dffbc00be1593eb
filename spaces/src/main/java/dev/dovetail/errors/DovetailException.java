package dev.dovetail.errors;

import org.jspecify.annotations.Nullable;

/// The one exception that leaves a module of Dovetail. Its message is the [Problem] in one line;
/// where a function of the user raised, the function's traceback follows.
public final class DovetailException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public DovetailException(Problem problem) {
    this(problem, null);
  }

  public DovetailException(Problem problem, @Nullable Throwable cause) {
    super(
        problem.traceback().isEmpty()
            ? problem.toString()
            : problem + "\n" + problem.traceback().stripTrailing(),
        cause);
    this.problem = problem;
  }

  public DovetailException(ErrorCode code, String what, String where, String remedy) {
    this(new Problem(code, what, where, remedy));
  }

  public Problem problem() {
    return problem;
  }

  public ErrorCode code() {
    return problem.code();
  }
}
