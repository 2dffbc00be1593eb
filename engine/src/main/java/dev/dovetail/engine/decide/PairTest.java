package dev.dovetail.engine.decide;

/// A condition on a pair of positions, with three outcomes. Immutable and thread-safe.
///
/// Written for speed: subclasses hold typed columns, box nothing and know no names.
public abstract class PairTest {
  public static final byte FALSE = 0;
  public static final byte TRUE = 1;
  public static final byte UNDECIDED = 2;

  public abstract byte test(int x, int y);

  /// Tests one X position against some Y positions.
  ///
  /// @param selection indices into `ys`; those that pass are moved to its front, in order
  /// @param outcomes receives the outcome of each index that does not pass
  /// @return how many pass
  public int filter(int x, int[] ys, int[] selection, int size, byte[] outcomes) {
    int passed = 0;
    for (int i = 0; i < size; i++) {
      int index = selection[i];
      byte outcome = test(x, ys[index]);
      if (outcome == TRUE) {
        selection[passed++] = index;
      } else {
        outcomes[index] = outcome;
      }
    }
    return passed;
  }

  static byte of(boolean value) {
    return value ? TRUE : FALSE;
  }
}
