/// The engine's inner loops one by one, measured with JMH by `benchmarks/loops`.
@NullMarked
package dev.dovetail.benchmarks.loops;

import org.jspecify.annotations.NullMarked;
