/// CXL, the language of pipelines: text, its tree, types, and what it means row by row.
///
/// [CxlParser] makes a [Cxl] tree of a text, [CxlPrinter] the text of a tree. [Binder] resolves
/// names and types into [Term]s, which [Interpreter] evaluates and the package `lower` turns into
/// the engine's expressions. The interpreter says what a text means; everything else has to agree.
@NullMarked
package dev.dovetail.pipelines.cxl;

import org.jspecify.annotations.NullMarked;
