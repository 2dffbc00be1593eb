package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.Cxl.Arm;
import dev.dovetail.pipelines.cxl.Cxl.Entry;
import dev.dovetail.pipelines.cxl.Cxl.Operator;
import dev.dovetail.pipelines.cxl.Cxl.Program;
import dev.dovetail.pipelines.cxl.Cxl.Statement;
import dev.dovetail.pipelines.cxl.CxlError.Kind;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.AnyNameContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ArgumentContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ArmContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ArrayContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.BinaryContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.CallContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ComprehensionContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ConstantContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.EmitContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ExpressionContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.FilterContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.GroupContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.IfContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.LambdaContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.LetContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.LiteralContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.MapContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.MatchContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.MemberContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.NameContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ProgramContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ReferenceContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.StatementContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.UnaryContext;
import dev.dovetail.pipelines.cxl.grammar.CxlParser.ValueContext;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/// Makes a [Cxl] tree of a parse tree. Of a parse with errors it makes nothing: the errors are what
/// counts then.
final class CxlTree {
  private static final BigInteger BEYOND = BigInteger.ONE.shiftLeft(64);

  private final List<CxlError> errors;
  private final int mostDeep;
  private int depth;

  /// @param errors what the parser has found, and where literals without a value go
  CxlTree(List<CxlError> errors, int mostDeep) {
    this.errors = errors;
    this.mostDeep = mostDeep;
  }

  Program program(ProgramContext program) {
    List<Statement> statements = new ArrayList<>();
    if (errors.isEmpty()) {
      program.statement().forEach(statement -> statements.add(statement(statement)));
    }
    return new Program(statements);
  }

  private Statement statement(StatementContext statement) {
    Place place = place(statement);
    return switch (statement) {
      case EmitContext emit ->
          new Cxl.Emit(name(emit.name()), expression(emit.expression()), place);
      case LetContext let -> new Cxl.Let(name(let.name()), expression(let.expression()), place);
      case FilterContext filter -> new Cxl.Filter(expression(filter.expression()), place);
      default -> throw new IllegalStateException(statement.getText());
    };
  }

  Cxl expression(ExpressionContext expression) {
    if (!errors.isEmpty()) {
      return new Cxl.Null(Place.NONE);
    }
    if (++depth > mostDeep) {
      throw new CxlParser.TooDeep(place(expression));
    }
    Cxl tree = tree(expression);
    depth--;
    return tree;
  }

  private Cxl tree(ExpressionContext expression) {
    Place place = place(expression);
    return switch (expression) {
      case CallContext call ->
          new Cxl.Call(
              expression(call.expression()),
              name(call.anyName()),
              call.argument().stream().map(this::argument).toList(),
              place(call.anyName()));
      case MemberContext member ->
          new Cxl.Member(expression(member.expression()), name(member.anyName()), place);
      case UnaryContext unary -> {
        Cxl operand = expression(unary.expression());
        yield unary.operator.getText().equals("-")
            ? new Cxl.Negate(operand, place)
            : new Cxl.Not(operand, place);
      }
      case BinaryContext binary ->
          new Cxl.Binary(
              Operator.of(binary.operator.getText()),
              expression(binary.expression(0)),
              expression(binary.expression(1)),
              place(binary.operator));
      case IfContext test ->
          new Cxl.If(
              expression(test.expression(0)),
              expression(test.expression(1)),
              test.ELSE() == null ? Optional.empty() : Optional.of(expression(test.expression(2))),
              place);
      case MatchContext match -> match(match, place);
      case ComprehensionContext each ->
          new Cxl.Comprehension(
              expression(each.expression(0)),
              name(each.name()),
              expression(each.expression(1)),
              each.IF() == null ? Optional.empty() : Optional.of(expression(each.expression(2))),
              place);
      case ArrayContext array ->
          new Cxl.Array(array.expression().stream().map(this::expression).toList(), place);
      case MapContext map ->
          new Cxl.Mapping(
              map.entry().stream()
                  .map(
                      entry ->
                          new Entry(
                              entry.STRING() == null
                                  ? name(entry.name())
                                  : text(entry.STRING().getSymbol()),
                              expression(entry.expression())))
                  .toList(),
              place);
      case GroupContext group -> expression(group.expression());
      case ConstantContext constant -> literal(constant.literal());
      case ReferenceContext reference -> new Cxl.Name(name(reference.name()), place);
      default -> throw new IllegalStateException(expression.getText());
    };
  }

  private Cxl argument(ArgumentContext argument) {
    return switch (argument) {
      case LambdaContext lambda ->
          new Cxl.Lambda(name(lambda.name()), expression(lambda.expression()), place(lambda));
      case ValueContext value -> expression(value.expression());
      default -> throw new IllegalStateException(argument.getText());
    };
  }

  private Cxl match(MatchContext match, Place place) {
    List<Arm> arms = new ArrayList<>();
    Optional<Cxl> otherwise = Optional.empty();
    for (ArmContext arm : match.arm()) {
      if (otherwise.isPresent()) {
        refuse("this arm is never reached", "Put '_' last.", place(arm));
      } else if (arm.ANYTHING() != null) {
        otherwise = Optional.of(expression(arm.expression(0)));
      } else {
        arms.add(new Arm(expression(arm.expression(0)), expression(arm.expression(1))));
      }
    }
    return new Cxl.Match(expression(match.expression()), arms, otherwise, place);
  }

  private Cxl literal(LiteralContext literal) {
    Token token = literal.getStart();
    Place place = place(token);
    String text = token.getText();
    return switch (token.getType()) {
      case dev.dovetail.pipelines.cxl.grammar.CxlLexer.INTEGER -> {
        BigInteger value = new BigInteger(text.replace("_", ""));
        if (value.compareTo(BEYOND) >= 0) {
          refuse(
              "the number " + text + " is too large",
              "Numbers without a point have 64 bits.",
              place);
        }
        yield new Cxl.Int(value, place);
      }
      case dev.dovetail.pipelines.cxl.grammar.CxlLexer.FLOAT -> {
        double value = Double.parseDouble(text.replace("_", ""));
        if (Double.isInfinite(value)) {
          refuse("the number " + text + " is too large", "", place);
        }
        yield new Cxl.Real(value, place);
      }
      case dev.dovetail.pipelines.cxl.grammar.CxlLexer.STRING -> new Cxl.Text(text(token), place);
      case dev.dovetail.pipelines.cxl.grammar.CxlLexer.DATE -> date(text, place);
      case dev.dovetail.pipelines.cxl.grammar.CxlLexer.TRUE -> new Cxl.Bool(true, place);
      case dev.dovetail.pipelines.cxl.grammar.CxlLexer.FALSE -> new Cxl.Bool(false, place);
      default -> new Cxl.Null(place);
    };
  }

  private Cxl date(String text, Place place) {
    String inner = text.substring(1, text.length() - 1);
    try {
      return inner.contains("T")
          ? new Cxl.DateTime(LocalDateTime.parse(inner), place)
          : new Cxl.Date(LocalDate.parse(inner), place);
    } catch (DateTimeException _) {
      refuse(text + " is no date", "Write #2024-02-29# or #2024-02-29T12:30:00#.", place);
      return new Cxl.Null(place);
    }
  }

  /// The text between the quotes.
  private String text(Token token) {
    String quoted = token.getText();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < quoted.length() - 1; i++) {
      char c = quoted.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = quoted.charAt(++i);
      switch (escaped) {
        case 'n' -> text.append('\n');
        case 't' -> text.append('\t');
        case 'r' -> text.append('\r');
        case '\\', '\'', '"' -> text.append(escaped);
        case 'u' -> {
          int end = Math.min(i + 5, quoted.length() - 1);
          String digits = quoted.substring(i + 1, end);
          if (digits.matches("[0-9a-fA-F]{4}")) {
            text.append((char) Integer.parseInt(digits, 16));
            i += 4;
          } else {
            refuse("\\u is followed by four hexadecimal digits", "", place(token));
          }
        }
        default ->
            refuse(
                "there is no \\" + escaped + " in a text",
                "There are \\n \\t \\r \\\\ \\' \\\" and \\u0041.",
                place(token));
      }
    }
    if (text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      refuse(
          "the text has half of a character", "Write both halves: \\ud83d\\ude00.", place(token));
    }
    return text.toString();
  }

  private static String name(AnyNameContext name) {
    return name.name() == null ? name.getText() : name(name.name());
  }

  private static String name(NameContext name) {
    String text = name.getText();
    return name.QUOTED() == null ? text : text.substring(1, text.length() - 1).replace("``", "`");
  }

  private void refuse(String message, String remedy, Place place) {
    errors.add(new CxlError(Kind.SYNTAX, message, remedy, place));
  }

  private static Place place(Token token) {
    return new Place(
        token.getLine(), token.getCharPositionInLine() + 1, Math.max(1, token.getText().length()));
  }

  /// From the first token on, to the end of its line at most.
  private static Place place(ParserRuleContext context) {
    Token first = context.getStart();
    Token last = context.getStop() == null ? first : context.getStop();
    int column = first.getCharPositionInLine() + 1;
    int length =
        last.getLine() == first.getLine()
            ? last.getCharPositionInLine() + last.getText().length() + 1 - column
            : first.getText().length();
    return new Place(first.getLine(), column, Math.max(1, length));
  }
}
