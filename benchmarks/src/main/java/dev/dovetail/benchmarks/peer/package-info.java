/// Dovetail as one of the peers that `benchmarks/run` compares: a process that loads two tables and
/// joins them as often as it is told.
@NullMarked
package dev.dovetail.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
