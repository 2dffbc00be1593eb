package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.function.Function;

/// What a name of a module stands for.
sealed interface Bound {
  record Scalar(Constant value) implements Bound {}

  /// A tuple of constants.
  record Sequence(Syntax.Tuple tuple) implements Bound {}

  /// A list, set or dict of constants that nothing changes.
  record Collection(Syntax.Expression display) implements Bound {}

  /// A function of the user.
  ///
  /// @param function a `def` or a lambda
  /// @param names what the names of its module stand for
  record UserFunction(String name, Syntax function, Function<String, Bound> names)
      implements Bound {}

  /// A module of the standard library.
  record Module(String name) implements Bound {}

  /// Something of a module of the standard library.
  record Imported(String module, String name) implements Bound {}

  /// A compiled regular expression.
  record Pattern(String text, boolean ignoreCase) implements Bound {}

  /// Nothing that the module binds: a built-in, or no name at all.
  record Unbound() implements Bound {}

  /// Something whose value is not known from the text.
  ///
  /// @param because a clause, such as `which is bound twice`
  record NotConstant(String because) implements Bound {}
}
