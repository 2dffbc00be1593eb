/// Memory of a run: off-heap arrays out of one budget and, beyond it, out of files. Columns,
/// indexes and groups of rows live in it.
@NullMarked
package dev.dovetail.engine.memory;

import org.jspecify.annotations.NullMarked;
