package dev.dovetail.polyglot.parse;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Finds the function that stands at a position of a file, for an interpreter that knows only where
/// a code object came from.
public final class LambdaFinder {
  private LambdaFinder() {}

  /// What was found.
  public sealed interface Result {}

  /// A lambda expression, exactly as it is written.
  public record FoundLambda(String text, Origin origin) implements Result {}

  /// A `def` with its decorators left out, its first line at the margin.
  ///
  /// @param decorated whether decorators were left out
  public record FoundDef(String name, String text, boolean decorated, Origin origin)
      implements Result {}

  /// Nothing, or more than one function, stands there.
  public record NotFound(Problem problem) implements Result {}

  /// Finds the function at a line, and where several are there, at a column.
  ///
  /// @param source the text of the whole file
  /// @param line from 1; for a def the line of `def` or that of its first decorator
  /// @param column of the function's first character in code points, from 1, if it is known
  /// @throws dev.dovetail.errors.DovetailException E107 if the file is no Python
  public static Result find(SourceText source, int line, OptionalInt column) {
    PythonModule module = PythonParser.module(source.text(), source.origin());
    List<Syntax> found = new ArrayList<>();
    for (Syntax.Statement statement : module.body()) {
      SyntaxWalk.each(
          statement,
          node -> {
            if (startsAt(node, line)) {
              found.add(node);
            }
          });
    }
    if (column.isPresent()) {
      found.removeIf(node -> node.span().column() != column.getAsInt());
    }
    if (found.size() == 1) {
      return result(found.getFirst());
    }
    return new NotFound(problem(found, source.origin().file(), line, column));
  }

  private static boolean startsAt(Syntax node, int line) {
    if (node instanceof Syntax.FunctionDef def) {
      return def.span().line() == line
          || (!def.decorators().isEmpty() && def.decorators().getFirst().span().line() == line);
    }
    return node instanceof Syntax.Lambda && node.span().line() == line;
  }

  private static Result result(Syntax node) {
    Origin origin = new Origin(node.span().source().origin().file(), node.span().line());
    if (node instanceof Syntax.FunctionDef def) {
      return new FoundDef(def.name(), dedented(def), !def.decorators().isEmpty(), origin);
    }
    return new FoundLambda(node.text(), origin);
  }

  /// The text of a def with the indentation of its first line taken off every line that is no part
  /// of a longer string.
  private static String dedented(Syntax.FunctionDef def) {
    SourceText source = def.span().source();
    int lineStart = def.span().start();
    while (lineStart > 0 && "\r\n".indexOf(source.text().charAt(lineStart - 1)) < 0) {
      lineStart--;
    }
    String indent = source.text().substring(lineStart, def.span().start());
    if (indent.isEmpty() || !indent.isBlank()) {
      return def.text();
    }
    List<Span> strings = new ArrayList<>();
    SyntaxWalk.each(
        def,
        node -> {
          boolean isText =
              node instanceof Syntax.JoinedStr
                  || (node instanceof Syntax.Constant constant
                      && (constant.value() instanceof Literal.Text
                          || constant.value() instanceof Literal.Bytes));
          if (isText && node.span().endLine() > node.span().line()) {
            strings.add(node.span());
          }
        });
    StringBuilder text = new StringBuilder();
    int at = def.span().start();
    while (at < def.span().end()) {
      int lineEnd = source.text().indexOf('\n', at);
      int next = lineEnd < 0 || lineEnd >= def.span().end() ? def.span().end() : lineEnd + 1;
      text.append(source.text(), at, next);
      int begin = next;
      boolean inString =
          strings.stream().anyMatch(span -> span.start() < begin && begin < span.end());
      at = next;
      if (!inString && source.text().startsWith(indent, at)) {
        at = Math.min(at + indent.length(), def.span().end());
      }
    }
    return text.toString();
  }

  private static Problem problem(List<Syntax> found, String file, int line, OptionalInt column) {
    String where =
        file + ", line " + line + (column.isPresent() ? ", column " + column.getAsInt() : "");
    if (found.isEmpty()) {
      return new Problem(
          ErrorCode.E107,
          "no lambda or def begins there",
          where,
          "Has the file changed since the function was made? Run the script again, or pass the"
              + " source with PythonFunction(name=, source=).");
    }
    List<String> columns =
        found.stream().map(node -> Integer.toString(node.span().column())).toList();
    return new Problem(
        ErrorCode.E107,
        found.size() + " functions begin there, at columns " + String.join(", ", columns),
        where,
        "Put each on a line of its own, or give it a name with def.");
  }
}
