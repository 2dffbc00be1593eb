/// CXL as expressions of the engine, where that is exact: conditions that run as bytecode and serve
/// as indexes. What is not lowered here the interpreter evaluates.
@NullMarked
package dev.dovetail.pipelines.lower;

import org.jspecify.annotations.NullMarked;
