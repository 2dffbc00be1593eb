package dev.dovetail.pipelines.document;

/// A text of a document that a later stage may complain about.
public record Located(String text, Place place, Style style) {
  /// How the text stands in the document.
  public enum Style {
    PLAIN,
    /// Behind a quote.
    QUOTED,
    /// In the lines below its place, indented, as after `|`.
    BLOCK,
    /// In the lines below its place, but with other line breaks, as after `>`.
    FOLDED
  }
}
