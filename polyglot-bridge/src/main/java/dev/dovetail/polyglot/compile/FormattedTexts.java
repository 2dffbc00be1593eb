package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// F-strings, and values as text.
final class FormattedTexts {
  private static final Pattern FIELD = Pattern.compile("\\{([0-9]?)\\}");

  private FormattedTexts() {}

  static Operand of(Syntax.JoinedStr node, ExpressionCompiler compiler) {
    Expr joined = text("");
    for (Expression part : node.parts()) {
      Operand value =
          part instanceof Syntax.FormattedValue field
              ? field(field, compiler)
              : compiler.operand(part);
      if (value instanceof Missing) {
        return value;
      }
      Expr next = Comparisons.value(value, node).expr();
      joined = joined.equals(text("")) ? next : Function.TEXT_CONCAT.of(joined, next);
    }
    return Operand.of(joined);
  }

  private static Expr text(String text) {
    return new Expr.Literal(new Constant.Text(text));
  }

  private static Operand field(Syntax.FormattedValue node, ExpressionCompiler compiler) {
    Operand operand = compiler.single(node.value());
    if (operand instanceof Missing) {
      return operand;
    }
    if (!node.conversion().isEmpty() && !node.conversion().equals("s")) {
      throw NotExact.in("f-string", node);
    }
    Value value = (Value) operand;
    Optional<Expression> format = node.format().filter(spec -> !spec.text().isEmpty());
    if (format.isEmpty()) {
      return asText(value, node.value());
    }
    Operand spec = compiler.operand(format.get());
    return formatted(value, spec, node);
  }

  /// `format(value, spec)` with a constant specification.
  static Operand formatted(Value value, Operand spec, Syntax node) {
    if (!(spec instanceof Value(Expr.Literal(Constant.Text _), _))) {
      throw NotExact.in("a format that is not a constant", node);
    }
    Expr format = ((Value) spec).expr();
    return switch (value.type()) {
      case INTEGER -> Operand.of(Function.INT_FORMAT.of(value.expr(), format));
      case FLOAT -> Operand.of(Function.FLOAT_FORMAT.of(value.expr(), format));
      case TEXT -> Operand.of(Function.TEXT_FORMAT.of(value.expr(), format));
      default -> throw NotExact.in("a format of " + Comparisons.word(value.type()), node);
    };
  }

  /// `template.format(...)` with a constant template whose fields are empty or numbers.
  static Optional<Operand> format(Value template, List<Operand> arguments, Syntax node) {
    if (!(template.expr() instanceof Expr.Literal(Constant.Text(var text)))
        || arguments.isEmpty()) {
      return Optional.empty();
    }
    Matcher field = FIELD.matcher(text);
    List<Expr> values = new ArrayList<>();
    List<Expr> parts = new ArrayList<>();
    for (Operand argument : arguments) {
      values.add(((Value) asText(Comparisons.value(argument, node), node)).expr());
    }
    int from = 0;
    int next = 0;
    while (field.find()) {
      boolean numbered = !field.group(1).isEmpty();
      int index = numbered ? Integer.parseInt(field.group(1)) : next++;
      if (index >= values.size() || (numbered && next > 0)) {
        return Optional.empty();
      }
      parts.add(text(text.substring(from, field.start())));
      parts.add(values.get(index));
      from = field.end();
    }
    parts.add(text(text.substring(from)));
    boolean plain = FIELD.matcher(text).replaceAll("").matches("[^{}]*");
    return plain ? Optional.of(Exprs.after(values, Operand.of(joined(parts)))) : Optional.empty();
  }

  private static Expr joined(List<Expr> parts) {
    Expr joined = text("");
    for (Expr part : parts) {
      if (!part.equals(text(""))) {
        joined = joined.equals(text("")) ? part : Function.TEXT_CONCAT.of(joined, part);
      }
    }
    return joined;
  }

  /// `value.strftime(format)` with the directives that mean the same everywhere.
  static Optional<Operand> time(Value value, Operand format) {
    if (!(format instanceof Value(Expr.Literal(Constant.Text(var text)), _))
        || !text.matches("([ -$&-~]|%[YmdHMS%])*")) {
      return Optional.empty();
    }
    Optional<Expr> local =
        value.type() == ValueType.DATE ? Optional.of(value.expr()) : Attributes.local(value);
    if (local.isEmpty()) {
      return Optional.empty();
    }
    boolean date = value.type() == ValueType.DATE;
    List<Expr> parts = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      parts.add(
          text.charAt(i) == '%'
              ? directive(local.get(), text.charAt(++i), date)
              : text(text.substring(i, i + 1)));
    }
    Expr written = joined(parts);
    Expr evaluated = date ? Function.DATE_DAY.of(local.get()) : Function.MOMENT_DAY.of(local.get());
    return Optional.of(Exprs.after(List.of(evaluated), Operand.of(written)));
  }

  private static Expr directive(Expr local, char directive, boolean date) {
    return switch (directive) {
      case 'Y' ->
          Function.YEAR_TO_TEXT.of(
              date ? Function.DATE_YEAR.of(local) : Function.MOMENT_YEAR.of(local));
      case 'm' -> two(date ? Function.DATE_MONTH.of(local) : Function.MOMENT_MONTH.of(local));
      case 'd' -> two(date ? Function.DATE_DAY.of(local) : Function.MOMENT_DAY.of(local));
      case 'H' -> date ? text("00") : two(Function.MOMENT_HOUR.of(local));
      case 'M' -> date ? text("00") : two(Function.MOMENT_MINUTE.of(local));
      case 'S' -> date ? text("00") : two(Function.MOMENT_SECOND.of(local));
      default -> text("%");
    };
  }

  private static Expr two(Expr number) {
    return Function.INT_FORMAT.of(number, text("02d"));
  }

  /// `str(value)`: `None` is the text `None`.
  static Operand asText(Value value, Syntax node) {
    Expr expr = value.expr();
    Expr text =
        switch (value.type()) {
          case NULL -> text("None");
          case BOOL -> Function.BOOL_TO_TEXT.of(expr);
          case INTEGER -> Function.INT_TO_TEXT.of(expr);
          case FLOAT -> Function.FLOAT_TO_TEXT.of(expr);
          case DECIMAL -> Function.DECIMAL_TO_TEXT.of(expr);
          case TEXT -> expr;
          case DATE -> Function.DATE_ISO_FORMAT.of(expr);
          case NAIVE_TIMESTAMP -> Function.MOMENT_TO_TEXT.of(expr);
          case BINARY, TIME, INSTANT, ZONED_TIMESTAMP, DURATION, LIST, STRUCT ->
              throw NotExact.in(Comparisons.word(value.type()) + " as text", node);
        };
    return Operand.of(
        Exprs.mayBeNone(expr) && value.type() != ValueType.NULL
            ? new Expr.If(new Expr.IsNull(expr), text("None"), text, ValueType.TEXT)
            : text);
  }
}
