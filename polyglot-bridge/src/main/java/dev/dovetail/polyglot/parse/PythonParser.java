package dev.dovetail.polyglot.parse;

/// Reads Python text into [Syntax]. What Python itself would refuse to compile, and what nests too
/// deeply to be walked, is a [DovetailException] with code E107.
public final class PythonParser {
  private PythonParser() {}

  /// Reads one expression. White space and comments around it are allowed, and it may go over
  /// several lines, as a lambda inside a call does.
  public static Syntax.Expression expression(String text, Origin origin) {
    SourceText source = new SourceText(text, origin);
    refuseLoneSurrogates(source);
    return GraalSyntax.expression(source);
  }

  /// Reads a module: any number of statements.
  public static PythonModule module(String text, Origin origin) {
    SourceText source = new SourceText(text, origin);
    refuseLoneSurrogates(source);
    return GraalSyntax.module(source);
  }

  /// A text with half a surrogate pair is no Unicode text: it can be neither stored nor shipped.
  private static void refuseLoneSurrogates(SourceText source) {
    String text = source.text();
    int line = 1;
    int column = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        throw SyntaxProblem.at(source, line, column, "half a surrogate pair is not a character");
      }
      i += Character.charCount(point);
      boolean lineEnds =
          point == '\n' || (point == '\r' && !(i < text.length() && text.charAt(i) == '\n'));
      line += lineEnds ? 1 : 0;
      column = lineEnds ? 0 : column + 1;
    }
  }
}
