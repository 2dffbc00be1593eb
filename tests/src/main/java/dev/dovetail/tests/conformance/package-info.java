/// Runs conformance cases: JSON files of small tables, runs and the answers that each run must
/// give.
@NullMarked
package dev.dovetail.tests.conformance;

import org.jspecify.annotations.NullMarked;
