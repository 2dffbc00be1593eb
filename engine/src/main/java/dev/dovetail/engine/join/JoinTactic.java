package dev.dovetail.engine.join;

/// One way to find candidates. Knows one Y input and no other tactic; threads, memory, order and
/// what becomes of the candidates are the driver's. Immutable once built.
interface JoinTactic {
  /// A cursor for one thread.
  Cursor cursor();

  /// How many candidates an X position has, about; at least one.
  long candidatesPerX();

  /// Lists the candidates of one X position at a time.
  interface Cursor {
    void seek(int x);

    /// Puts the next candidates into `out`, ascending, and says how many; none at the end.
    int next(int[] out);
  }
}
