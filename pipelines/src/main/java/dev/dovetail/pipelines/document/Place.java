package dev.dovetail.pipelines.document;

/// A place in a document.
///
/// @param line from 1
/// @param column from 1
public record Place(int line, int column) {}
