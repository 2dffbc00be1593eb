package dev.dovetail.polyglot.parse;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;

/// E107 for a text that is no Python: file, line, column, and the line itself with a caret.
final class SyntaxProblem {
  /// Code points of the line shown on either side of the fault.
  private static final int CONTEXT = 60;

  private SyntaxProblem() {}

  /// @param line in the text, from 1
  /// @param column in code points, from 0
  static DovetailException at(SourceText source, int line, int column, String what) {
    int index = Math.clamp(line - 1L, 0, source.lineCount() - 1);
    int[] points = source.line(index).codePoints().toArray();
    int at = Math.clamp(column, 0, points.length);
    return new DovetailException(
        ErrorCode.E107,
        "the Python text cannot be read: " + what,
        source.origin().file()
            + ", line "
            + (source.origin().line() + index)
            + ", column "
            + (at + 1),
        "Correct the text:\n" + excerpt(points, at));
  }

  private static String excerpt(int[] points, int at) {
    int from = Math.max(0, at - CONTEXT);
    int to = Math.min(points.length, at + CONTEXT);
    StringBuilder line = new StringBuilder(from > 0 ? "..." : "");
    int caret = line.length();
    for (int i = from; i < to; i++) {
      if (i == at) {
        caret = line.length();
      }
      append(line, points[i]);
    }
    if (at >= to) {
      caret = line.length();
    }
    if (to < points.length) {
      line.append("...");
    }
    return "    " + line + "\n    " + " ".repeat(caret) + "^";
  }

  /// Shows what a terminal would obey or reorder (control characters, bidirectional marks, lone
  /// surrogates) as an escape.
  private static void append(StringBuilder line, int point) {
    if (point == '\t') {
      line.append(' ');
      return;
    }
    int kind = Character.getType(point);
    if (kind == Character.CONTROL
        || kind == Character.FORMAT
        || kind == Character.SURROGATE
        || kind == Character.LINE_SEPARATOR
        || kind == Character.PARAGRAPH_SEPARATOR) {
      line.append(String.format("\\u%04x", point));
    } else {
      line.appendCodePoint(point);
    }
  }
}
