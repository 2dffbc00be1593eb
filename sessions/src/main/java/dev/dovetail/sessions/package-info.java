/// What is remembered of runs: one [dev.dovetail.sessions.Session] per run, in the catalog beside
/// the Spaces, and its match decisions in a file of their own.
///
/// The runner of tasks writes; the command line, the server and reviews read through
/// [dev.dovetail.sessions.Sessions].
@NullMarked
package dev.dovetail.sessions;

import org.jspecify.annotations.NullMarked;
