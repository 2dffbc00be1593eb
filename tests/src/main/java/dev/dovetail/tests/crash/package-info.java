/// Kills the `dovetail` command at random instants, and fills its disk; afterwards every Space is
/// the old or the new version, whole, and the next run succeeds.
@NullMarked
package dev.dovetail.tests.crash;

import org.jspecify.annotations.NullMarked;
