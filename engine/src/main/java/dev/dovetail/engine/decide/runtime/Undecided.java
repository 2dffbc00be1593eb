package dev.dovetail.engine.decide.runtime;

/// Ends the evaluation of a condition that compiled code cannot decide: because the language
/// raises, or because only the language knows. Two objects without a trace, so that throwing one
/// costs a jump where the thrower is inlined.
public final class Undecided extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("StaticAssignmentOfThrowable") // has no stack trace, and is thrown often
  private static final Undecided UNKNOWN = new Undecided("unknown");

  @SuppressWarnings("StaticAssignmentOfThrowable") // likewise
  private static final Undecided RAISED = new Undecided("raised");

  private Undecided(String message) {
    super(message, null, false, false);
  }

  /// The language may have an answer.
  public static Undecided here() {
    return UNKNOWN;
  }

  /// The language certainly raises.
  public static Undecided raised() {
    return RAISED;
  }

  public boolean isRaised() {
    return this == RAISED;
  }

  /// An outcome of [dev.dovetail.engine.decide.PairTest] as a truth.
  public static boolean unless(byte outcome) {
    if (outcome > 1) {
      throw UNKNOWN;
    }
    return outcome == 1;
  }
}
