/// Runs what the documentation tells its readers to type.
///
/// A fenced block is used by its first word, and by the words behind it, which no renderer shows:
///
/// | fence | what happens |
/// |---|---|
/// | `sh` | a shell runs it; it must end with exit code 0 |
/// | `python` | `dovetail run` runs it as a script |
/// | `text` | it is what the block before it has printed, blanks at the ends of lines aside |
/// | `json check` | `dovetail check` finds it in order |
/// | `json in=FILE` | its lines stand in the file, which a block before it has written |
/// | any with `needs=PROGRAM` | nothing, where there is no such program |
/// | any with `no-run` | nothing: it builds, or shows a form |
///
/// Blocks of other kinds are not for running.
package dev.dovetail.tests.snippets;
