/// Conditions as typed expressions over a pair of rows, and their evaluation. Front-ends build
/// them, the planner sorts them.
@NullMarked
package dev.dovetail.engine.expr;

import org.jspecify.annotations.NullMarked;
