/// The HTTP API: tasks, Spaces and sessions for those who do not sit at the machine. The local
/// engine of the Python package is the same server, for one user.
@NullMarked
package dev.dovetail.server;

import org.jspecify.annotations.NullMarked;
