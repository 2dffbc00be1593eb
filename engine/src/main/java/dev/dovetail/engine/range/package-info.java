/// Rows by order: positions of Y sorted by a column, and for each position of X the run of them
/// that a comparison or a band allows. What finds candidates by ranges is built on it.
@NullMarked
package dev.dovetail.engine.range;

import org.jspecify.annotations.NullMarked;
