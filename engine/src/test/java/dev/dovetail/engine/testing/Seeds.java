package dev.dovetail.engine.testing;

import java.util.stream.LongStream;

/// Seeds of random tests: `-Dseed=N` replays one.
public final class Seeds {
  private Seeds() {}

  public static LongStream first(int count) {
    Long one = Long.getLong("seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Integer.getInteger("cases", count));
  }
}
