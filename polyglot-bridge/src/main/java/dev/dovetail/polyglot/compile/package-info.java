/// From a user's function to conditions that the engine runs, where that is provably exact.
///
/// [PredicateCompiler] is the door. `FunctionReader` finds the function's parameters, its body and
/// what the names in it stand for (`Scope`, `Bound`). `Bodies` compiles statements,
/// `ExpressionCompiler` and `ConditionCompiler` expressions; each knows a Python expression as an
/// `Operand`: a value with its `Shape`, or something that exists only while compiling, such as a
/// display, a generator, a match object. What operators, attributes, methods and functions mean is
/// in `Arithmetic`, `Comparisons`, `Membership`, `Subscripts`, `Attributes`, `Methods`, `Builtins`,
/// `ModuleFunctions`, `Comprehensions`, `FormattedTexts`, `Tables` and `Patterns`. What is not
/// exact becomes an opaque conjunct with the reason; nothing here throws because of what a user
/// wrote. Called by `task-runtime`.
@NullMarked
package dev.dovetail.polyglot.compile;

import org.jspecify.annotations.NullMarked;
