/// What a run is, as a value: tasks with all their parameters, legal by construction, and the order
/// in which several of them run.
///
/// `json` writes tasks and reads them back; `run` executes them. The command line, the Python
/// package and the server build these records, by hand or from JSON.
@NullMarked
package dev.dovetail.tasks;

import org.jspecify.annotations.NullMarked;
