package dev.dovetail.engine.decide.runtime;

/// Ends the evaluation of a condition that compiled code cannot decide. One object without a trace,
/// so that throwing it costs a jump where the thrower is inlined.
public final class Undecided extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Undecided ONLY = new Undecided();

  private Undecided() {
    super("undecided", null, false, false);
  }

  public static Undecided here() {
    return ONLY;
  }

  /// An outcome of [dev.dovetail.engine.decide.PairTest] as a truth.
  public static boolean unless(byte outcome) {
    if (outcome > 1) {
      throw ONLY;
    }
    return outcome == 1;
  }
}
