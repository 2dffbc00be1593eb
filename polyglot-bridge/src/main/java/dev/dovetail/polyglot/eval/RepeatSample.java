package dev.dovetail.polyglot.eval;

/// Which pairs are judged twice: the first 64, then one in 64 by a hash of the two positions, up to
/// 4,600 - enough to meet, with 99 % certainty, a flip that one pair in a thousand shows. The same
/// pairs in every run.
final class RepeatSample {
  private static final int FIRST = 64;
  private static final int MOST = 4_600;

  private long seen;
  private int taken;

  boolean takes(int x, int y) {
    boolean take = taken < MOST && (seen < FIRST || (hash(x, y) & 63) == 0);
    seen++;
    if (take) {
      taken++;
    }
    return take;
  }

  private static int hash(int x, int y) {
    long mixed = (x * 0x9E3779B97F4A7C15L + y) * 0xBF58476D1CE4E5B9L;
    return (int) (mixed >>> 40);
  }
}
