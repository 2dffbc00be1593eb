package dev.dovetail.polyglot.parse;

/// Where a source text begins, for messages and tracebacks.
///
/// @param file a path, or a name such as `<lambda>` where there is no file
/// @param line the line of the text's first character, from 1
public record Origin(String file, int line) {
  public static Origin named(String name) {
    return new Origin(name, 1);
  }
}
