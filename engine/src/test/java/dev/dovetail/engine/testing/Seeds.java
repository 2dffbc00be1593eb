package dev.dovetail.engine.testing;

import java.util.stream.LongStream;

/// Seeds of random tests: `-Dseed=N` replays one, `-Dcases=N` takes the first N.
public final class Seeds {
  private Seeds() {}

  public static LongStream first(int count) {
    Long one = Long.getLong("seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Integer.getInteger("cases", count));
  }

  /// Whether each test has all the seeds that it asks for.
  public static boolean areAll() {
    return Long.getLong("seed") == null && Integer.getInteger("cases") == null;
  }
}
