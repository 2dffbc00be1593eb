package dev.dovetail.spaces.files;

import dev.dovetail.spaces.Types;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The narrowest type that holds all numbers of a column exactly.
///
/// Integers are int64 while they fit, else a decimal of up to 38 digits. Numbers with a fraction
/// are float64 only if every one of them is how a double is written, as briefly as possible or with
/// 16 or 17 digits (`0.1` and `0.10000000000000001` are, `0.1000000000000000001` is not), else a
/// decimal of up to 38 digits. An exponent, a negative zero, NaN and the infinities are floats
/// only.
final class NumberGuess {
  private static final int MOST_DIGITS = 38;

  private boolean integers = true;
  private boolean longs = true;
  private boolean decimals = true;
  private boolean doubles = true;
  private boolean any;
  private int whole;
  private int fraction;

  void see(NumberText number) {
    any = true;
    if (!number.integer() || number.negativeZero()) {
      integers = false;
    }
    longs = longs && integers && number.fitsLong();
    if (number.exponent || number.negativeZero()) {
      decimals = false;
    }
    whole = Math.max(whole, number.whole);
    fraction = Math.max(fraction, number.fraction);
    doubles = doubles && number.isDoubleExactly();
  }

  /// NaN or an infinity.
  void seeSpecial() {
    integers = false;
    longs = false;
    decimals = false;
  }

  boolean any() {
    return any;
  }

  /// Whether no type is left, so that nothing more needs to be seen.
  boolean hopeless() {
    return !longs && !doubles && (!decimals || whole + fraction > MOST_DIGITS);
  }

  /// The type, or null if none holds all numbers exactly.
  @Nullable Field field(String name) {
    if (longs) {
      return Types.leaf(name, new ArrowType.Int(64, true));
    }
    if (doubles && !integers) {
      return Types.leaf(name, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE));
    }
    int digits = Math.max(1, whole + fraction);
    return decimals && digits <= MOST_DIGITS ? Types.decimal(name, digits, fraction) : null;
  }
}
