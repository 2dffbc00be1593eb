/// Combine nodes: what their `where` says of pairs of rows, and the engine's joins that find them.
@NullMarked
package dev.dovetail.pipelines.combine;

import org.jspecify.annotations.NullMarked;
