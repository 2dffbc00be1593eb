/// Compiled conditions: expressions resolved once into typed tests over pairs of positions. The
/// planner asks what can be decided, the driver runs the tests.
@NullMarked
package dev.dovetail.engine.decide;

import org.jspecify.annotations.NullMarked;
