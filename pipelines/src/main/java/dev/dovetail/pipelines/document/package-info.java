/// YAML pipelines as documents: text in, records or all that is wrong out. Nothing is run here, and
/// CXL stays text with its place.
///
/// [Yaml] is the tree of a text with places, [Shape] says what a document may hold, [Checker] holds
/// the two against each other, and [DocumentReader] makes a [PipelineDocument] of what is in order.
/// The JSON Schema of documents is another view of the same shapes.
@NullMarked
package dev.dovetail.pipelines.document;

import org.jspecify.annotations.NullMarked;
