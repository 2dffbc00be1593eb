package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.Syntax;

/// Unwinds the compiler from a construct that is left to Python. Never leaves this package.
final class NotExact extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 60;

  /// Whether the reason names the file.
  private final boolean inFile;

  /// The text that is left to Python; empty for the whole function.
  private final String rest;

  NotExact(String because) {
    this(because, false);
  }

  NotExact(String because, boolean inFile) {
    this(because, inFile, "");
  }

  private NotExact(String because, boolean inFile, String rest) {
    super(because, null, false, false);
    this.inFile = inFile;
    this.rest = rest;
  }

  /// This reason, with the text that is left to Python.
  NotExact withRest(String text) {
    return new NotExact(because(), inFile, text);
  }

  NotExact withoutRest() {
    return withRest("");
  }

  String rest() {
    return rest;
  }

  /// This reason, for something in a file other than the one that a reader expects.
  NotExact inFile(String path) {
    return inFile ? this : new NotExact(because() + " of " + path, true);
  }

  /// `what at line 1, column 18`.
  static NotExact at(String what, Syntax node) {
    return new NotExact(what + " at " + node.span().place());
  }

  /// `what in \`text\` at line 1, column 18`.
  static NotExact in(String what, Syntax node) {
    return at(what + " in `" + shown(node) + "`", node);
  }

  String because() {
    return String.valueOf(getMessage());
  }

  /// The text of a node on one line of bounded length.
  static String shown(Syntax node) {
    String line = node.text().strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= SHOWN
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "...";
  }
}
