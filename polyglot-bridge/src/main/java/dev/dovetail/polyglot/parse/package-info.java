/// Python syntax without an interpreter: text in, an immutable tree of [Syntax] out, in
/// milliseconds.
///
/// [PythonParser] is the door and [Syntax] the tree; [LambdaFinder] finds a function in a file by
/// position. `GraalSyntax` is the one class that touches the parser inside GraalPy's
/// implementation, which is pinned by version and held by a corpus of snippets in the tests. Called
/// by `compile` and `function`.
@NullMarked
package dev.dovetail.polyglot.parse;

import org.jspecify.annotations.NullMarked;
