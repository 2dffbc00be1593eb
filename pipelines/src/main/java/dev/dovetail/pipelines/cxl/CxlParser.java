package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlError.Kind;
import dev.dovetail.pipelines.cxl.grammar.CxlLexer;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/// Reads CXL. Any text is either read or refused: none makes it run out of stack.
public final class CxlParser {
  private static final int MOST_DEEP = 200;
  private static final int LONGEST = 1 << 20;

  private CxlParser() {}

  /// The statements of a body.
  public static Cxl.Program program(String text) throws CxlRefused {
    Reading reading = new Reading(text);
    return reading.refuseOr(() -> reading.tree().program(reading.parser().program()));
  }

  /// One expression.
  public static Cxl expression(String text) throws CxlRefused {
    Reading reading = new Reading(text);
    return reading.refuseOr(
        () -> reading.tree().expression(reading.parser().condition().expression()));
  }

  private interface Work<T> {
    T run();
  }

  /// One text on its way through the generated parser.
  private static final class Reading extends BaseErrorListener {
    private final String text;
    private final List<CxlError> errors = new ArrayList<>();

    Reading(String text) {
      this.text = text;
    }

    Parser parser() {
      CxlLexer lexer = new CxlLexer(CharStreams.fromString(text));
      lexer.removeErrorListeners();
      Parser parser = new Parser(lexer);
      parser.removeErrorListeners();
      parser.addErrorListener(this);
      return parser;
    }

    CxlTree tree() {
      return new CxlTree(errors, MOST_DEEP);
    }

    <T> T refuseOr(Work<T> work) throws CxlRefused {
      if (text.length() > LONGEST) {
        throw new CxlRefused(
            List.of(error("the text has more than " + LONGEST + " characters", "", Place.NONE)));
      }
      try {
        T read = work.run();
        if (errors.isEmpty()) {
          return read;
        }
      } catch (ParseCancellationException e) {
        Place place = e instanceof TooDeep deep ? deep.place : Place.NONE;
        errors.add(
            error(
                "the expression is nested more than " + MOST_DEEP + " deep",
                "Give parts of it names: let name = ...",
                place));
      }
      throw new CxlRefused(errors);
    }

    private static CxlError error(String message, String remedy, Place place) {
      return new CxlError(Kind.SYNTAX, message, remedy, place);
    }

    @Override
    public void syntaxError(
        Recognizer<?, ?> recognizer,
        Object symbol,
        int line,
        int column,
        String message,
        RecognitionException e) {
      Token token = (Token) symbol;
      boolean atEnd = token.getType() == Token.EOF;
      String found = atEnd ? "the text ends" : "'" + token.getText() + "' stands";
      Place place = new Place(line, column + 1, atEnd ? 1 : Math.max(1, token.getText().length()));
      errors.add(
          error(
              found + " where " + Expected.of(recognizer, e) + " is expected",
              Expected.hint(token),
              place));
    }
  }

  /// The generated parser with a bound to its recursion.
  static final class Parser extends dev.dovetail.pipelines.cxl.grammar.CxlParser {
    private int depth;

    Parser(CxlLexer lexer) {
      super(new CommonTokenStream(lexer));
    }

    private void deeper() {
      if (++depth > MOST_DEEP) {
        Token token = getCurrentToken();
        throw new TooDeep(new Place(token.getLine(), token.getCharPositionInLine() + 1, 1));
      }
    }

    @Override
    public void enterRule(ParserRuleContext context, int state, int rule) {
      deeper();
      super.enterRule(context, state, rule);
    }

    @Override
    public void exitRule() {
      depth--;
      super.exitRule();
    }

    @Override
    public void enterRecursionRule(ParserRuleContext context, int state, int rule, int precedence) {
      deeper();
      super.enterRecursionRule(context, state, rule, precedence);
    }

    @Override
    public void unrollRecursionContexts(ParserRuleContext parent) {
      depth--;
      super.unrollRecursionContexts(parent);
    }
  }

  /// Ends the parsing of a text that is nested too deeply.
  static final class TooDeep extends ParseCancellationException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;

    TooDeep(Place place) {
      super("nested too deeply");
      this.place = place;
    }
  }
}
