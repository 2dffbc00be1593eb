package dev.dovetail.pipelines.cxl;

import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.DECIMAL;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.FLOAT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.INT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.NUMERIC;

import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// Functions of numbers. Rounding is half to even.
final class Numbers {
  private static final int MOST_DIGITS = 38;
  private static final String NO_INT = "the result is no int of 64 bits";

  private Numbers() {}

  static List<CxlFunction> functions() {
    FunctionSet set = new FunctionSet();
    set.function("abs", INT)
        .says("Without its sign.", "(-3).abs() -> 3")
        .fails("the result leaves 64 bits")
        .as(Simple.INT, a -> Arithmetic.fitting(Arithmetic.integer(a[0]).abs(), "abs"));
    set.function("abs", FLOAT)
        .says("Without its sign.", "(-0.5).abs() -> 0.5")
        .as(Simple.FLOAT, a -> Math.abs((double) a[0]));
    set.function("abs", DECIMAL)
        .says("Without its sign.", "'-1.5'.to_decimal(1).abs() -> 1.5")
        .as(FunctionSet.SAME, a -> ((BigDecimal) a[0]).abs());
    rounding(
        set,
        "floor",
        "The largest int that is not larger.",
        "1.7.floor() -> 1",
        RoundingMode.FLOOR);
    rounding(
        set,
        "ceil",
        "The smallest int that is not smaller.",
        "1.2.ceil() -> 2",
        RoundingMode.CEILING);
    rounding(
        set,
        "round",
        "The nearest int, of two the even one.",
        "2.5.round() -> 2",
        RoundingMode.HALF_EVEN);
    set.function("round", FLOAT, INT)
        .says("Rounded to digits behind the point.", "1.25.round(1) -> 1.2")
        .fails("the number of digits is not between 0 and 38")
        .as(Simple.FLOAT, a -> round((double) a[0], digits(a[1])));
    set.function("round", DECIMAL, INT)
        .says("Rounded to digits behind the point.", "'1.25'.to_decimal(2).round(1) -> 1.20")
        .fails("the number of digits is not between 0 and 38")
        .as(FunctionSet.SAME, a -> round((BigDecimal) a[0], digits(a[1])));
    set.function("is_nan", FLOAT)
        .says("Whether it is NaN.", "1.5.is_nan() -> false")
        .as(Simple.BOOL, a -> Double.isNaN((double) a[0]));
    set.function("min", NUMERIC, NUMERIC)
        .says("The smaller one; the first one of equals.", "2.min(3) -> 2")
        .as(Numbers::common, a -> Values.compare(a[1], a[0]) < 0 ? a[1] : a[0]);
    set.function("max", NUMERIC, NUMERIC)
        .says("The larger one; the first one of equals.", "2.max(3) -> 3")
        .as(Numbers::common, a -> Values.compare(a[1], a[0]) > 0 ? a[1] : a[0]);
    set.function("clamp", NUMERIC, NUMERIC, NUMERIC)
        .says("The number itself, or the bound that it passes.", "7.clamp(0, 5) -> 5")
        .fails("the lower bound is above the upper one")
        .as(Numbers::common, Numbers::clamp);
    return set.functions();
  }

  private static void rounding(
      FunctionSet set, String name, String summary, String example, RoundingMode mode) {
    set.function(name, INT).says(summary, example).as(Simple.INT, a -> a[0]);
    set.function(name, FLOAT)
        .says(summary, example)
        .fails(NO_INT)
        .as(Simple.INT, a -> whole((double) a[0], mode));
    set.function(name, DECIMAL)
        .says(summary, example)
        .fails(NO_INT)
        .as(Simple.INT, a -> whole((BigDecimal) a[0], mode));
  }

  static Long whole(double value, RoundingMode mode) throws CxlFailure {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new CxlFailure(Kind.OVERFLOW, value + " is no int");
    }
    return whole(new BigDecimal(value), mode);
  }

  static Long whole(BigDecimal value, RoundingMode mode) throws CxlFailure {
    return Arithmetic.fitting(
        value.setScale(0, mode).toBigInteger(), mode.name().toLowerCase(java.util.Locale.ROOT));
  }

  private static int digits(Object value) throws CxlFailure {
    long digits = Texts.natural(value, "number of digits");
    if (digits > MOST_DIGITS) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, digits + " digits are more than " + MOST_DIGITS);
    }
    return (int) digits;
  }

  private static double round(double value, int digits) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? value
        : signed(
            new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).doubleValue(), value);
  }

  /// Zero keeps the sign of what was rounded.
  private static double signed(double rounded, double value) {
    return rounded == 0 ? Math.copySign(0.0, value) : rounded;
  }

  /// The type keeps its digits, so that all rows have the same.
  private static BigDecimal round(BigDecimal value, int digits) {
    return digits >= value.scale()
        ? value
        : value.setScale(digits, RoundingMode.HALF_EVEN).setScale(value.scale());
  }

  private static Object clamp(Object[] a) throws CxlFailure {
    if (Values.compare(a[1], a[2]) > 0) {
      throw new CxlFailure(
          Kind.OUT_OF_RANGE, "the lower bound " + a[1] + " is above the upper one, " + a[2]);
    }
    if (Values.compare(a[0], a[1]) < 0) {
      return a[1];
    }
    return Values.compare(a[0], a[2]) > 0 ? a[2] : a[0];
  }

  private static Optional<CxlType> common(List<CxlType> types) {
    Optional<CxlType> common = Optional.of(types.getFirst());
    for (CxlType type : types) {
      common = common.flatMap(found -> CxlType.common(found, type));
    }
    return common;
  }
}
