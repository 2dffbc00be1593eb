/// Random Spaces and predicates, answered by three engines that must agree: compiled, GraalPy, and
/// CPython by brute force.
@NullMarked
package dev.dovetail.tests.differential;

import org.jspecify.annotations.NullMarked;
