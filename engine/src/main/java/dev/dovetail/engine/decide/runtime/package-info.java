/// What generated conditions call: the functions of [dev.dovetail.engine.expr.Function] as static
/// methods, reads of columns, and comparisons. A method that cannot say what the language says
/// throws [Undecided].
///
/// Adding a function takes: a constant of `Function` with its Python spelling, types and guard;
/// here a static method of the same name in camel case, over the types' Java forms (`boolean`,
/// `long`, `double`, `BigDecimal`, `String`, `byte[]`, `List`); the name by which the front-end's
/// compiler finds it; and a line in the grammar of the differential test. `FunctionsTest` fails for
/// a function without code and for code without a function.
@NullMarked
package dev.dovetail.engine.decide.runtime;

import org.jspecify.annotations.NullMarked;
