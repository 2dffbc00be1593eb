package dev.dovetail.engine.column;

/// Powers of ten that fit a long.
public final class Powers {
  private static final long[] TEN = new long[19];

  static {
    TEN[0] = 1;
    for (int i = 1; i < TEN.length; i++) {
      TEN[i] = TEN[i - 1] * 10;
    }
  }

  private Powers() {}

  /// 10 to the power of `exponent`, 0 to 18.
  public static long ofTen(int exponent) {
    return TEN[exponent];
  }
}
