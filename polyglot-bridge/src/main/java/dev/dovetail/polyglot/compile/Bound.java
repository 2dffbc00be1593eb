package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.polyglot.parse.Syntax;

/// What a name stands for inside a function.
sealed interface Bound {
  record Scalar(Constant value) implements Bound {}

  /// A tuple of constants.
  record Sequence(Syntax.Tuple tuple) implements Bound {}

  /// Something whose value is not known from the text.
  ///
  /// @param because a clause, such as `which is bound twice`
  record NotConstant(String because) implements Bound {}
}
