package dev.dovetail.pipelines.cxl;

/// A stretch of a text.
///
/// @param line from 1
/// @param column from 1, in code points
/// @param length in code points, at least 1
public record Place(int line, int column, int length) {
  /// The place of a tree that was made without a text.
  public static final Place NONE = new Place(1, 1, 1);
}
