package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.Optional;

/// F-strings, and values as text.
final class FormattedTexts {
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
          case BINARY, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION, LIST, STRUCT ->
              throw NotExact.in(Comparisons.word(value.type()) + " as text", node);
        };
    return Operand.of(
        Exprs.mayBeNone(expr) && value.type() != ValueType.NULL
            ? new Expr.If(new Expr.IsNull(expr), text("None"), text, ValueType.TEXT)
            : text);
  }
}
