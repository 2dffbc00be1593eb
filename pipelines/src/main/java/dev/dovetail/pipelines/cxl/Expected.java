package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.grammar.CxlLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/// What the grammar would have liked to see, in words.
final class Expected {
  private static final int FEW = 3;

  /// What people bring along from other languages.
  private static final Map<String, String> HABITS =
      Map.of(
          "&", "Write 'and'.",
          "|", "Write 'or'.",
          "!", "Write 'not', or '!=' for unequal.",
          "=", "Write '==' to compare.",
          "?", "Write 'if ... then ... else ...'.",
          ";", "Statements need nothing between them.",
          "'", "A text ends in its own line; write \\n for a line break.",
          "\"", "A text ends in its own line; write \\n for a line break.");

  private Expected() {}

  static String of(Recognizer<?, ?> recognizer, @Nullable RecognitionException e) {
    IntervalSet tokens =
        e == null || e.getExpectedTokens() == null
            ? ((Parser) recognizer).getExpectedTokens()
            : e.getExpectedTokens();
    if (tokens.contains(CxlLexer.INTEGER)) {
      return "a value";
    }
    List<String> words = new ArrayList<>();
    for (int token : tokens.toList()) {
      words.add(word(token));
    }
    List<String> distinct = words.stream().distinct().toList();
    if (distinct.size() > FEW) {
      return "an operator or the end";
    }
    return String.join(" or ", distinct);
  }

  private static String word(int token) {
    return switch (token) {
      case Token.EOF -> "the end";
      case CxlLexer.IDENTIFIER, CxlLexer.QUOTED -> "a name";
      case CxlLexer.EMIT, CxlLexer.LET, CxlLexer.FILTER -> "emit, let or filter";
      default -> CxlLexer.VOCABULARY.getDisplayName(token);
    };
  }

  static String hint(Token token) {
    return HABITS.getOrDefault(token.getText(), "");
  }
}
