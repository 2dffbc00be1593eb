/// Columns as conditions read them: dense, typed, in primitive arrays or off-heap bytes, addressed
/// by position. Loaded from the record batches of a Space, and only for columns that take part.
@NullMarked
package dev.dovetail.engine.column;

import org.jspecify.annotations.NullMarked;
