package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.polyglot.parse.Literal;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.math.BigInteger;
import java.util.Optional;

/// Expressions whose value is known from their text: literals, signed numbers, and sums,
/// differences and products of ints.
final class Constants {
  /// Python may refuse longer ints (the limit is on decimal digits); nobody needs them here.
  private static final int MAX_INT_BITS = 4_096;

  private Constants() {}

  static Optional<Constant> of(Expression node) {
    return switch (node) {
      case Syntax.Constant n -> literal(n.value());
      case Syntax.UnaryOp n -> of(n.operand()).flatMap(value -> signed(n.operator(), value));
      case Syntax.BinOp n ->
          of(n.left())
              .flatMap(left -> of(n.right()).flatMap(right -> computed(n.operator(), left, right)));
      default -> Optional.empty();
    };
  }

  private static Optional<Constant> literal(Literal literal) {
    return switch (literal) {
      case Literal.None _ -> Optional.of(new Constant.Null());
      case Literal.Bool(var value) -> Optional.of(new Constant.Bool(value));
      case Literal.Int(var value) -> integer(value);
      case Literal.Real(var value) -> Optional.of(new Constant.Real(value));
      case Literal.Text(var value, var surrogates) ->
          surrogates ? Optional.empty() : Optional.of(new Constant.Text(value));
      case Literal.Bytes(var hex) -> Optional.of(new Constant.Bytes(hex));
      case Literal.Complex _, Literal.Ellipsis _ -> Optional.empty();
    };
  }

  private static Optional<Constant> integer(BigInteger value) {
    return value.bitLength() > MAX_INT_BITS
        ? Optional.empty()
        : Optional.of(new Constant.Int(value));
  }

  private static Optional<Constant> signed(String operator, Constant value) {
    boolean minus = operator.equals("-");
    if (!minus && !operator.equals("+")) {
      return Optional.empty();
    }
    return switch (value) {
      case Constant.Int(var number) ->
          Optional.of(new Constant.Int(minus ? number.negate() : number));
      case Constant.Real(var number) -> Optional.of(new Constant.Real(minus ? -number : number));
      case Constant.Null _,
          Constant.Bool _,
          Constant.Decimal _,
          Constant.Text _,
          Constant.Bytes _,
          Constant.Temporal _,
          Constant.Opaque _ ->
          Optional.empty();
    };
  }

  private static Optional<Constant> computed(String operator, Constant left, Constant right) {
    if (left instanceof Constant.Int(var a) && right instanceof Constant.Int(var b)) {
      return switch (operator) {
        case "+" -> integer(a.add(b));
        case "-" -> integer(a.subtract(b));
        case "*" -> integer(a.multiply(b));
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }
}
