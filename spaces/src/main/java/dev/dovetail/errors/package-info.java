/// What every module says when something is wrong: a code, what happened, where, and what to do.
///
/// One exception type, [dev.dovetail.errors.DovetailException], leaves a module; it carries a
/// [dev.dovetail.errors.Problem]. The command line, the SDK and the server print problems; nobody
/// else does.
@NullMarked
package dev.dovetail.errors;

import org.jspecify.annotations.NullMarked;
