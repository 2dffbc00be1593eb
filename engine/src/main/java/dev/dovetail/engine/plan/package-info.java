/// What is to be joined and how it will be: the logical plan, its conjuncts and gates, the planner
/// and its reasons.
@NullMarked
package dev.dovetail.engine.plan;

import org.jspecify.annotations.NullMarked;
