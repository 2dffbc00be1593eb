/// How matches are found: one driver, and a tactic for each algorithm.
@NullMarked
package dev.dovetail.engine.join;

import org.jspecify.annotations.NullMarked;
