/// The Python process: what runs inside it, and the frames it speaks. The engine's own JVM uses
/// only [dev.dovetail.polyglot.worker.Frames] and [dev.dovetail.polyglot.worker.Command]; it never
/// loads the interpreter.
@NullMarked
package dev.dovetail.polyglot.worker;

import org.jspecify.annotations.NullMarked;
