/// Rows of Arrow batches as values of CXL, and back.
@NullMarked
package dev.dovetail.pipelines.rows;

import org.jspecify.annotations.NullMarked;
