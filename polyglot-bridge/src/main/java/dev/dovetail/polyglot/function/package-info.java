/// The user's function as a value: its text, where it came from and what else it needs. Parsed by
/// `parse`, compiled by `compile`, shipped to an interpreter by `eval`.
@NullMarked
package dev.dovetail.polyglot.function;

import org.jspecify.annotations.NullMarked;
