package dev.dovetail.engine.column;

/// Mixing of 64-bit values into hashes (the finisher of David Stafford's "variant 13").
public final class Hashing {
  static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Hashing() {}

  public static long mix(long value) {
    long h = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  /// Adds one more part to a hash; order matters.
  public static long combine(long hash, long part) {
    return mix(hash * MULTIPLIER + part);
  }
}
