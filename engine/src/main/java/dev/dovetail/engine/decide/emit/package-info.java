/// Bytecode for conditions and computed columns: expressions become hidden classes through the
/// JDK's class-file API. Nothing here is loaded by a join whose conjuncts are comparisons of
/// fields.
@NullMarked
package dev.dovetail.engine.decide.emit;

import org.jspecify.annotations.NullMarked;
