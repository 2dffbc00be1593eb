/// Evaluates Python functions for the engine: [dev.dovetail.polyglot.eval.PythonWorkers] in worker
/// processes, [dev.dovetail.polyglot.eval.ScriptHost] in the process of a user's own script. Both
/// speak frames with `worker` and keep one contract: the same rows, errors and checks.
@NullMarked
package dev.dovetail.polyglot.eval;

import org.jspecify.annotations.NullMarked;
