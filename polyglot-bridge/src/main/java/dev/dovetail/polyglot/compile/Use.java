package dev.dovetail.polyglot.compile;

/// For what the value of an expression is used. `and` and `or` return one of their operands, so
/// which of an operand's values can be the function's result, and must be a `bool`, depends on the
/// place.
enum Use {
  /// Only its truth matters.
  TRUTH,
  /// A false value may be the result, a true one may not: an operand of `and`.
  RESULT_IF_FALSE,
  /// A true value may be the result, a false one may not: an operand of `or`.
  RESULT_IF_TRUE,
  /// Its value is the result.
  RESULT;

  /// The use of the operands of `and` (or of `or`) before the last one, in this place.
  Use before(boolean isAnd) {
    return isAnd
        ? (this == RESULT || this == RESULT_IF_FALSE ? RESULT_IF_FALSE : TRUTH)
        : (this == RESULT || this == RESULT_IF_TRUE ? RESULT_IF_TRUE : TRUTH);
  }
}
