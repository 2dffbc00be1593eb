package dev.dovetail.polyglot.parse;

/// A stretch of a source text.
///
/// Lines count from 1 in the file that the text came from; columns count Unicode code points from
/// 1. On the first line they count from the text's own first character, which need not begin a line
///    of its file. The end is exclusive.
///
/// @param start offset into the text in Java characters
public record Span(
    SourceText source, int start, int end, int line, int column, int endLine, int endColumn) {

  /// The characters that the span covers.
  public String text() {
    return source.text().substring(start, end);
  }

  /// `line 3, column 5`, as messages say it.
  public String place() {
    return "line " + line + ", column " + column;
  }

  public boolean covers(int atLine, int atColumn) {
    boolean begun = line < atLine || (line == atLine && column <= atColumn);
    boolean open = atLine < endLine || (atLine == endLine && atColumn < endColumn);
    return begun && open;
  }

  @Override
  public String toString() {
    return line + ":" + column + "-" + endLine + ":" + endColumn;
  }
}
