package dev.dovetail.engine.join;

/// One way to find candidates. Knows one Y input and no other tactic; threads, memory, order and
/// what becomes of the candidates are the driver's. Immutable once built.
interface JoinTactic {
  /// A cursor for one thread.
  Cursor cursor();

  /// How many candidates an X position has, about; at least one.
  long candidatesPerX();

  /// How many X positions a cursor does well to [begin][Cursor#begin] at a time.
  default int preferredRows() {
    return 1;
  }

  /// Lists the candidates of one X position at a time.
  interface Cursor {
    /// The X positions from `from` to `to` come next, in order.
    ///
    /// @return up to which of them it can say candidates; at least one
    default int begin(int from, int to) {
      return to;
    }

    void seek(int x);

    /// Puts the next candidates into `out`, ascending, and says how many; none at the end.
    int next(int[] out);
  }
}
