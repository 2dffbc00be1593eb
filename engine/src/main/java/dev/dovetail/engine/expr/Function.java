package dev.dovetail.engine.expr;

import static dev.dovetail.engine.expr.ValueType.BINARY;
import static dev.dovetail.engine.expr.ValueType.BOOL;
import static dev.dovetail.engine.expr.ValueType.DATE;
import static dev.dovetail.engine.expr.ValueType.DECIMAL;
import static dev.dovetail.engine.expr.ValueType.DURATION;
import static dev.dovetail.engine.expr.ValueType.FLOAT;
import static dev.dovetail.engine.expr.ValueType.INTEGER;
import static dev.dovetail.engine.expr.ValueType.LIST;
import static dev.dovetail.engine.expr.ValueType.NAIVE_TIMESTAMP;
import static dev.dovetail.engine.expr.ValueType.TEXT;
import static dev.dovetail.engine.expr.ValueType.TIME;

import java.util.List;
import java.util.Optional;

/// The functions of values that conditions apply. Each is pure and strict: it evaluates its
/// arguments from left to right, and is undecided where one is undecided or NULL (in Python a
/// TypeError). Elements of lists may be NULL.
///
/// A function's code is the static method of `engine.decide.runtime` that bears its name in camel
/// case; `FunctionsTest` holds the two together.
public enum Function {
  // integers: undecided where a result leaves 64 bits
  INT_ADD("({0} + {1})", Guard.RANGE, INTEGER, INTEGER, INTEGER),
  INT_SUBTRACT("({0} - {1})", Guard.RANGE, INTEGER, INTEGER, INTEGER),
  INT_MULTIPLY("({0} * {1})", Guard.RANGE, INTEGER, INTEGER, INTEGER),
  INT_FLOOR_DIVIDE("({0} // {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),
  INT_MODULO("({0} % {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),
  INT_DIVIDE("({0} / {1})", Guard.VALUE, FLOAT, INTEGER, INTEGER),
  INT_POWER("({0} ** {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),
  INT_NEGATE("(-{0})", Guard.RANGE, INTEGER, INTEGER),
  INT_ABS("abs({0})", Guard.RANGE, INTEGER, INTEGER),
  INT_AND("({0} & {1})", Guard.NONE, INTEGER, INTEGER, INTEGER),
  INT_OR("({0} | {1})", Guard.NONE, INTEGER, INTEGER, INTEGER),
  INT_XOR("({0} ^ {1})", Guard.NONE, INTEGER, INTEGER, INTEGER),
  INT_INVERT("(~{0})", Guard.NONE, INTEGER, INTEGER),
  INT_SHIFT_LEFT("({0} << {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),
  INT_SHIFT_RIGHT("({0} >> {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),
  INT_MIN("min({0}, {1})", Guard.NONE, INTEGER, INTEGER, INTEGER),
  INT_MAX("max({0}, {1})", Guard.NONE, INTEGER, INTEGER, INTEGER),
  INT_GCD("math.gcd({0}, {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),
  BOOL_TO_INT("int({0})", Guard.NONE, INTEGER, BOOL),
  BOOL_TO_TEXT("str({0})", Guard.NONE, TEXT, BOOL),
  INT_TO_FLOAT("float({0})", Guard.NONE, FLOAT, INTEGER),
  INT_TO_DECIMAL("Decimal({0})", Guard.NONE, DECIMAL, INTEGER),
  INT_TO_TEXT("str({0})", Guard.NONE, TEXT, INTEGER),
  INT_FORMAT("format({0}, {1})", Guard.VALUE, TEXT, INTEGER, TEXT),
  INT_ROUND_TO("round({0}, {1})", Guard.VALUE, INTEGER, INTEGER, INTEGER),

  // floats
  FLOAT_ADD("({0} + {1})", Guard.NONE, FLOAT, FLOAT, FLOAT),
  FLOAT_SUBTRACT("({0} - {1})", Guard.NONE, FLOAT, FLOAT, FLOAT),
  FLOAT_MULTIPLY("({0} * {1})", Guard.NONE, FLOAT, FLOAT, FLOAT),
  FLOAT_DIVIDE("({0} / {1})", Guard.VALUE, FLOAT, FLOAT, FLOAT),
  FLOAT_FLOOR_DIVIDE("({0} // {1})", Guard.VALUE, FLOAT, FLOAT, FLOAT),
  FLOAT_MODULO("({0} % {1})", Guard.VALUE, FLOAT, FLOAT, FLOAT),
  FLOAT_POWER("({0} ** {1})", Guard.VALUE, FLOAT, FLOAT, FLOAT),
  FLOAT_NEGATE("(-{0})", Guard.NONE, FLOAT, FLOAT),
  FLOAT_ABS("abs({0})", Guard.NONE, FLOAT, FLOAT),
  FLOAT_MIN("min({0}, {1})", Guard.NONE, FLOAT, FLOAT, FLOAT),
  FLOAT_MAX("max({0}, {1})", Guard.NONE, FLOAT, FLOAT, FLOAT),
  FLOAT_TRUNCATE("int({0})", Guard.VALUE, INTEGER, FLOAT),
  FLOAT_ROUND("round({0})", Guard.VALUE, INTEGER, FLOAT),
  FLOAT_ROUND_TO("round({0}, {1})", Guard.VALUE, FLOAT, FLOAT, INTEGER),
  FLOAT_FLOOR("math.floor({0})", Guard.VALUE, INTEGER, FLOAT),
  FLOAT_CEIL("math.ceil({0})", Guard.VALUE, INTEGER, FLOAT),
  FLOAT_SQRT("math.sqrt({0})", Guard.VALUE, FLOAT, FLOAT),
  FLOAT_REMAINDER("math.fmod({0}, {1})", Guard.VALUE, FLOAT, FLOAT, FLOAT),
  FLOAT_COPY_SIGN("math.copysign({0}, {1})", Guard.NONE, FLOAT, FLOAT, FLOAT),
  FLOAT_IS_NAN("math.isnan({0})", Guard.NONE, BOOL, FLOAT),
  FLOAT_IS_INFINITE("math.isinf({0})", Guard.NONE, BOOL, FLOAT),
  FLOAT_IS_FINITE("math.isfinite({0})", Guard.NONE, BOOL, FLOAT),
  FLOAT_IS_CLOSE(
      "math.isclose({0}, {1}, rel_tol={2}, abs_tol={3})",
      Guard.VALUE, BOOL, FLOAT, FLOAT, FLOAT, FLOAT),
  FLOAT_IS_INTEGER("{0}.is_integer()", Guard.NONE, BOOL, FLOAT),
  FLOAT_TO_TEXT("str({0})", Guard.NONE, TEXT, FLOAT),
  FLOAT_FORMAT("format({0}, {1})", Guard.VALUE, TEXT, FLOAT, TEXT),

  // decimals: 28 digits, half to even
  DECIMAL_ADD("({0} + {1})", Guard.NONE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_SUBTRACT("({0} - {1})", Guard.NONE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_MULTIPLY("({0} * {1})", Guard.NONE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_DIVIDE("({0} / {1})", Guard.VALUE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_FLOOR_DIVIDE("({0} // {1})", Guard.VALUE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_MODULO("({0} % {1})", Guard.VALUE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_NEGATE("(-{0})", Guard.NONE, DECIMAL, DECIMAL),
  DECIMAL_ABS("abs({0})", Guard.NONE, DECIMAL, DECIMAL),
  DECIMAL_MIN("min({0}, {1})", Guard.NONE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_MAX("max({0}, {1})", Guard.NONE, DECIMAL, DECIMAL, DECIMAL),
  DECIMAL_TRUNCATE("int({0})", Guard.VALUE, INTEGER, DECIMAL),
  DECIMAL_ROUND("round({0})", Guard.VALUE, INTEGER, DECIMAL),
  DECIMAL_ROUND_TO("round({0}, {1})", Guard.VALUE, DECIMAL, DECIMAL, INTEGER),
  DECIMAL_FLOOR("math.floor({0})", Guard.VALUE, INTEGER, DECIMAL),
  DECIMAL_CEIL("math.ceil({0})", Guard.VALUE, INTEGER, DECIMAL),
  DECIMAL_TO_FLOAT("float({0})", Guard.NONE, FLOAT, DECIMAL),
  DECIMAL_TO_TEXT("str({0})", Guard.VALUE, TEXT, DECIMAL),

  // text, by code point; undecided where the answer could hang on the version of Unicode
  TEXT_CONCAT("({0} + {1})", Guard.NONE, TEXT, TEXT, TEXT),
  TEXT_REPEAT("({0} * {1})", Guard.VALUE, TEXT, TEXT, INTEGER),
  TEXT_LENGTH("len({0})", Guard.NONE, INTEGER, TEXT),
  TEXT_LOWER("{0}.lower()", Guard.VALUE, TEXT, TEXT),
  TEXT_UPPER("{0}.upper()", Guard.VALUE, TEXT, TEXT),
  TEXT_CASEFOLD("{0}.casefold()", Guard.VALUE, TEXT, TEXT),
  TEXT_TITLE("{0}.title()", Guard.VALUE, TEXT, TEXT),
  TEXT_CAPITALIZE("{0}.capitalize()", Guard.VALUE, TEXT, TEXT),
  TEXT_SWAPCASE("{0}.swapcase()", Guard.VALUE, TEXT, TEXT),
  TEXT_STRIP("{0}.strip()", Guard.VALUE, TEXT, TEXT),
  TEXT_STRIP_LEFT("{0}.lstrip()", Guard.VALUE, TEXT, TEXT),
  TEXT_STRIP_RIGHT("{0}.rstrip()", Guard.VALUE, TEXT, TEXT),
  TEXT_STRIP_OF("{0}.strip({1})", Guard.NONE, TEXT, TEXT, TEXT),
  TEXT_STRIP_LEFT_OF("{0}.lstrip({1})", Guard.NONE, TEXT, TEXT, TEXT),
  TEXT_STRIP_RIGHT_OF("{0}.rstrip({1})", Guard.NONE, TEXT, TEXT, TEXT),
  TEXT_STARTS_WITH("{0}.startswith({1})", Guard.NONE, BOOL, TEXT, TEXT),
  TEXT_ENDS_WITH("{0}.endswith({1})", Guard.NONE, BOOL, TEXT, TEXT),
  TEXT_WITHIN("({0} in {1})", Guard.NONE, BOOL, TEXT, TEXT),
  TEXT_FIND("{0}.find({1})", Guard.NONE, INTEGER, TEXT, TEXT),
  TEXT_FIND_LAST("{0}.rfind({1})", Guard.NONE, INTEGER, TEXT, TEXT),
  TEXT_COUNT("{0}.count({1})", Guard.NONE, INTEGER, TEXT, TEXT),
  TEXT_REPLACE("{0}.replace({1}, {2})", Guard.NONE, TEXT, TEXT, TEXT, TEXT),
  TEXT_REMOVE_PREFIX("{0}.removeprefix({1})", Guard.NONE, TEXT, TEXT, TEXT),
  TEXT_REMOVE_SUFFIX("{0}.removesuffix({1})", Guard.NONE, TEXT, TEXT, TEXT),
  TEXT_AT("{0}[{1}]", Guard.VALUE, TEXT, TEXT, INTEGER),
  TEXT_FROM("{0}[{1}:]", Guard.NONE, TEXT, TEXT, INTEGER),
  TEXT_TO("{0}[:{1}]", Guard.NONE, TEXT, TEXT, INTEGER),
  TEXT_BETWEEN("{0}[{1}:{2}]", Guard.NONE, TEXT, TEXT, INTEGER, INTEGER),
  TEXT_REVERSED("{0}[::-1]", Guard.NONE, TEXT, TEXT),
  TEXT_SPLIT("{0}.split()", Guard.VALUE, LIST, TEXT),
  TEXT_SPLIT_ON("{0}.split({1})", Guard.VALUE, LIST, TEXT, TEXT),
  TEXT_SPLIT_SOME("{0}.split({1}, {2})", Guard.VALUE, LIST, TEXT, TEXT, INTEGER),
  TEXT_SPLIT_SOME_RIGHT("{0}.rsplit({1}, {2})", Guard.VALUE, LIST, TEXT, TEXT, INTEGER),
  TEXT_JOIN("{0}.join({1})", Guard.VALUE, TEXT, TEXT, LIST),
  TEXT_CHARACTERS("list({0})", Guard.NONE, LIST, TEXT),
  TEXT_ZERO_FILL("{0}.zfill({1})", Guard.VALUE, TEXT, TEXT, INTEGER),
  TEXT_FILL_RIGHT("{0}.ljust({1}, {2})", Guard.VALUE, TEXT, TEXT, INTEGER, TEXT),
  TEXT_FILL_LEFT("{0}.rjust({1}, {2})", Guard.VALUE, TEXT, TEXT, INTEGER, TEXT),
  TEXT_IS_DIGIT("{0}.isdigit()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_ALPHA("{0}.isalpha()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_ALPHANUMERIC("{0}.isalnum()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_SPACE("{0}.isspace()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_UPPER("{0}.isupper()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_LOWER("{0}.islower()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_TITLE("{0}.istitle()", Guard.VALUE, BOOL, TEXT),
  TEXT_IS_ASCII("{0}.isascii()", Guard.NONE, BOOL, TEXT),
  TEXT_TO_INT("int({0})", Guard.VALUE, INTEGER, TEXT),
  TEXT_TO_FLOAT("float({0})", Guard.VALUE, FLOAT, TEXT),
  TEXT_CODE("ord({0})", Guard.VALUE, INTEGER, TEXT),
  TEXT_FORMAT("format({0}, {1})", Guard.VALUE, TEXT, TEXT, TEXT),
  TEXT_INDEX("{0}.index({1})", Guard.VALUE, INTEGER, TEXT, TEXT),
  TEXT_BEFORE("{0}.partition({1})[0]", Guard.VALUE, TEXT, TEXT, TEXT),
  TEXT_SEPARATOR("{0}.partition({1})[1]", Guard.VALUE, TEXT, TEXT, TEXT),
  TEXT_AFTER("{0}.partition({1})[2]", Guard.VALUE, TEXT, TEXT, TEXT),
  // patterns are given as Java reads them, and as they were written
  PATTERN_FULL_MATCH("(re.fullmatch({2}, {0}) is not None)", Guard.VALUE, BOOL, TEXT, TEXT, TEXT),
  PATTERN_MATCH("(re.match({2}, {0}) is not None)", Guard.VALUE, BOOL, TEXT, TEXT, TEXT),
  PATTERN_SEARCH("(re.search({2}, {0}) is not None)", Guard.VALUE, BOOL, TEXT, TEXT, TEXT),
  PATTERN_REPLACE("re.sub({2}, {3}, {0})", Guard.VALUE, TEXT, TEXT, TEXT, TEXT, TEXT),
  BYTES_LENGTH("len({0})", Guard.NONE, INTEGER, BINARY),

  // dates and times; a timestamp counts microseconds, an INSTANT is made local before
  DATE_YEAR("{0}.year", Guard.NONE, INTEGER, DATE),
  DATE_MONTH("{0}.month", Guard.NONE, INTEGER, DATE),
  DATE_DAY("{0}.day", Guard.NONE, INTEGER, DATE),
  DATE_WEEKDAY("{0}.weekday()", Guard.NONE, INTEGER, DATE),
  DATE_ISO_WEEKDAY("{0}.isoweekday()", Guard.NONE, INTEGER, DATE),
  DATE_ORDINAL("{0}.toordinal()", Guard.NONE, INTEGER, DATE),
  DATE_ISO_FORMAT("{0}.isoformat()", Guard.NONE, TEXT, DATE),
  DATE_ADD("({0} + {1})", Guard.VALUE, DATE, DATE, DURATION),
  DATE_SUBTRACT("({0} - {1})", Guard.VALUE, DATE, DATE, DURATION),
  DATE_DIFFERENCE("({0} - {1})", Guard.NONE, DURATION, DATE, DATE),
  DATE_OF("date({0}, {1}, {2})", Guard.VALUE, DATE, INTEGER, INTEGER, INTEGER),
  MOMENT_YEAR("{0}.year", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_MONTH("{0}.month", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_DAY("{0}.day", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_HOUR("{0}.hour", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_MINUTE("{0}.minute", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_SECOND("{0}.second", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_MICROSECOND("{0}.microsecond", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_WEEKDAY("{0}.weekday()", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_ISO_WEEKDAY("{0}.isoweekday()", Guard.NONE, INTEGER, NAIVE_TIMESTAMP),
  MOMENT_DATE("{0}.date()", Guard.NONE, DATE, NAIVE_TIMESTAMP),
  MOMENT_TIME("{0}.time()", Guard.NONE, TIME, NAIVE_TIMESTAMP),
  MOMENT_ISO_FORMAT("{0}.isoformat()", Guard.NONE, TEXT, NAIVE_TIMESTAMP),
  MOMENT_TO_TEXT("str({0})", Guard.NONE, TEXT, NAIVE_TIMESTAMP),
  YEAR_TO_TEXT("str({0})", Guard.VALUE, TEXT, INTEGER),
  MOMENT_LOCAL("{0}", Guard.NONE, NAIVE_TIMESTAMP, ValueType.INSTANT, DURATION),
  MOMENT_ADD("({0} + {1})", Guard.VALUE, NAIVE_TIMESTAMP, NAIVE_TIMESTAMP, DURATION),
  MOMENT_SUBTRACT("({0} - {1})", Guard.VALUE, NAIVE_TIMESTAMP, NAIVE_TIMESTAMP, DURATION),
  MOMENT_DIFFERENCE("({0} - {1})", Guard.NONE, DURATION, NAIVE_TIMESTAMP, NAIVE_TIMESTAMP),
  TIME_HOUR("{0}.hour", Guard.NONE, INTEGER, TIME),
  TIME_MINUTE("{0}.minute", Guard.NONE, INTEGER, TIME),
  TIME_SECOND("{0}.second", Guard.NONE, INTEGER, TIME),
  TIME_MICROSECOND("{0}.microsecond", Guard.NONE, INTEGER, TIME),
  DURATION_ADD("({0} + {1})", Guard.VALUE, DURATION, DURATION, DURATION),
  DURATION_SUBTRACT("({0} - {1})", Guard.VALUE, DURATION, DURATION, DURATION),
  DURATION_NEGATE("(-{0})", Guard.VALUE, DURATION, DURATION),
  DURATION_ABS("abs({0})", Guard.VALUE, DURATION, DURATION),
  DURATION_MULTIPLY("({0} * {1})", Guard.VALUE, DURATION, DURATION, INTEGER),
  DURATION_FLOOR_DIVIDE("({0} // {1})", Guard.VALUE, DURATION, DURATION, INTEGER),
  DURATION_RATIO("({0} / {1})", Guard.VALUE, FLOAT, DURATION, DURATION),
  DURATION_FLOOR_RATIO("({0} // {1})", Guard.VALUE, INTEGER, DURATION, DURATION),
  DURATION_MODULO("({0} % {1})", Guard.VALUE, DURATION, DURATION, DURATION),
  DURATION_DAYS("{0}.days", Guard.NONE, INTEGER, DURATION),
  DURATION_SECONDS("{0}.seconds", Guard.NONE, INTEGER, DURATION),
  DURATION_MICROSECONDS("{0}.microseconds", Guard.NONE, INTEGER, DURATION),
  DURATION_TOTAL_SECONDS("{0}.total_seconds()", Guard.VALUE, FLOAT, DURATION),

  // lists, and sets as lists of distinct elements; the type of a result that is an element, or a
  // list of them, is said by the application
  LIST_LENGTH("len({0})", Guard.NONE, INTEGER, LIST),
  LIST_AT("{0}[{1}]", Guard.VALUE, null, LIST, INTEGER),
  LIST_FROM("{0}[{1}:]", Guard.NONE, LIST, LIST, INTEGER),
  LIST_TO("{0}[:{1}]", Guard.NONE, LIST, LIST, INTEGER),
  LIST_BETWEEN("{0}[{1}:{2}]", Guard.NONE, LIST, LIST, INTEGER, INTEGER),
  LIST_REVERSED("{0}[::-1]", Guard.NONE, LIST, LIST),
  LIST_CONCAT("({0} + {1})", Guard.NONE, LIST, LIST, LIST),
  LIST_SORTED("sorted({0})", Guard.VALUE, LIST, LIST),
  LIST_SORTED_DOWN("sorted({0}, reverse=True)", Guard.VALUE, LIST, LIST),
  LIST_MIN("min({0})", Guard.VALUE, null, LIST),
  LIST_MAX("max({0})", Guard.VALUE, null, LIST),
  LIST_SUM_INT("sum({0})", Guard.VALUE, INTEGER, LIST),
  LIST_SUM_FLOAT("sum({0})", Guard.VALUE, FLOAT, LIST),
  LIST_EQUAL("({0} == {1})", Guard.VALUE, BOOL, LIST, LIST),
  LIST_ANY_TRUE("any({0})", Guard.NONE, BOOL, LIST),
  LIST_ALL_TRUE("all({0})", Guard.NONE, BOOL, LIST),
  SET_OF("set({0})", Guard.VALUE, LIST, LIST),
  SET_AND("({0} & {1})", Guard.VALUE, LIST, LIST, LIST),
  SET_OR("({0} | {1})", Guard.VALUE, LIST, LIST, LIST),
  SET_MINUS("({0} - {1})", Guard.VALUE, LIST, LIST, LIST),
  SET_XOR("({0} ^ {1})", Guard.VALUE, LIST, LIST, LIST),
  SET_EQUAL("({0} == {1})", Guard.VALUE, BOOL, LIST, LIST),
  SET_WITHIN("({0} <= {1})", Guard.VALUE, BOOL, LIST, LIST),
  SET_STRICTLY_WITHIN("({0} < {1})", Guard.VALUE, BOOL, LIST, LIST),
  SET_DISJOINT("set({0}).isdisjoint({1})", Guard.VALUE, BOOL, LIST, LIST);

  /// Why an application to values that are not NULL may be undecided.
  public enum Guard {
    /// It never is.
    NONE,
    /// Only where an integer result leaves 64 bits, which the ranges of the arguments may exclude.
    RANGE,
    /// For some arguments: a zero divisor, an index outside, text that is not ASCII.
    VALUE
  }

  private final String python;
  private final Guard guard;
  private final Optional<ValueType> result;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<ValueType> arguments;

  /// @param result null if each application says it
  Function(
      String python,
      Guard guard,
      @org.jspecify.annotations.Nullable ValueType result,
      ValueType... arguments) {
    this.python = python;
    this.guard = guard;
    this.result = Optional.ofNullable(result);
    this.arguments = List.of(arguments);
  }

  /// How Python writes an application: `{0}` stands for the first argument.
  public String python() {
    return python;
  }

  public Guard guard() {
    return guard;
  }

  /// The type of results; empty if each application says it. Such a result may be NULL.
  public Optional<ValueType> result() {
    return result;
  }

  public List<ValueType> arguments() {
    return arguments;
  }

  /// An application; its type follows from the function.
  public Expr of(Expr... arguments) {
    return new Expr.Apply(this, List.of(arguments), result.orElseThrow());
  }
}
