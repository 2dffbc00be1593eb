/// Tasks as JSON: the form that files, the server and the node editor exchange. Reading is strict
/// and says line and column; writing then reading gives an equal task.
@NullMarked
package dev.dovetail.tasks.json;

import org.jspecify.annotations.NullMarked;
