/// Running tasks: from a [dev.dovetail.tasks.Task] to a published output and a session.
///
/// [dev.dovetail.tasks.run.TaskRunner] is the door. It opens the inputs, prepares the join (checks,
/// condition, gates, plan), lets the engine compute the matches, and publishes output, decisions
/// and session together. Python is reached through [dev.dovetail.polyglot.eval.PythonEvaluator]
/// only.
@NullMarked
package dev.dovetail.tasks.run;

import org.jspecify.annotations.NullMarked;
