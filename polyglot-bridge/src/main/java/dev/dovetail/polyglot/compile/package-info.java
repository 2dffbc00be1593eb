/// From a user's function to conditions that the engine runs, where that is provably exact.
///
/// [PredicateCompiler] is the door. `FunctionReader` finds the function's parameters, its one
/// returned expression and the constants it sees; `ConditionCompiler` and `Comparisons` give the
/// expression Python's meaning, part by part. What is not exact becomes an opaque conjunct with the
/// reason; nothing here throws because of what a user wrote. Called by `task-runtime`.
@NullMarked
package dev.dovetail.polyglot.compile;

import org.jspecify.annotations.NullMarked;
