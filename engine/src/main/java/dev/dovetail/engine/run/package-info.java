/// What surrounds a run: its budget, its deadline, its progress and its counters.
@NullMarked
package dev.dovetail.engine.run;

import org.jspecify.annotations.NullMarked;
