package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.List;
import java.util.Optional;

/// What Python's operators mean, by the types of the operands.
final class Arithmetic {
  private Arithmetic() {}

  static Operand unary(String operator, Operand operand, Syntax.UnaryOp node) {
    if (operand instanceof Missing) {
      return operand;
    }
    Value value = Comparisons.value(operand, node);
    Optional<Expr> result =
        switch (value.type()) {
          case NULL -> Optional.of(new Expr.Undecided("None is no number"));
          case BOOL, INTEGER -> {
            Expr number = integer(value);
            yield switch (operator) {
              case "-" -> Optional.of(Function.INT_NEGATE.of(number));
              case "+" -> Optional.of(Exprs.present(number));
              case "~" -> Optional.of(Function.INT_INVERT.of(number));
              default -> Optional.empty();
            };
          }
          case FLOAT ->
              switch (operator) {
                case "-" -> Optional.of(Function.FLOAT_NEGATE.of(value.expr()));
                case "+" ->
                    Optional.of(Function.FLOAT_NEGATE.of(Function.FLOAT_NEGATE.of(value.expr())));
                default -> Optional.empty();
              };
          case DECIMAL ->
              operator.equals("-")
                  ? Optional.of(Function.DECIMAL_NEGATE.of(value.expr()))
                  : Optional.empty();
          case DURATION ->
              operator.equals("-")
                  ? Optional.of(Function.DURATION_NEGATE.of(value.expr()))
                  : Optional.empty();
          default -> Optional.empty();
        };
    return operand(result.orElseThrow(() -> notCompiled(operator, node)));
  }

  private static NotExact notCompiled(String operator, Syntax node) {
    return NotExact.in("operator " + operator, node);
  }

  private static Operand operand(Expr expr) {
    return expr instanceof Expr.Undecided undecided ? new Missing(undecided) : Operand.of(expr);
  }

  static Operand binary(String operator, Operand left, Operand right, Syntax.BinOp node) {
    if (left instanceof Missing) {
      return left;
    }
    if (right instanceof Missing) {
      return right;
    }
    if (left instanceof Operand.Display || right instanceof Operand.Display) {
      left = Lists.value(left, node);
      right = Lists.value(right, node);
    }
    // with a float, an int counts as the float that it equals
    if (left instanceof Operand.Mixed(var real) && isReal(right)) {
      left = real;
    }
    if (right instanceof Operand.Mixed(var real) && isReal(left)) {
      right = real;
    }
    Value a = Comparisons.value(left, node);
    Value b = Comparisons.value(right, node);
    if (a.type() == ValueType.NULL || b.type() == ValueType.NULL) {
      return Operand.raises("unsupported operand for " + operator + ": None");
    }
    if (a.type() == ValueType.LIST && b.type() == ValueType.LIST) {
      return Lists.operator(operator, a, b, node);
    }
    return binary(operator, a, b)
        .map(Arithmetic::operand)
        .orElseThrow(() -> notCompiled(operator, node));
  }

  private static boolean isReal(Operand operand) {
    return operand instanceof Value value && value.type() == ValueType.FLOAT;
  }

  private static Optional<Expr> binary(String operator, Value a, Value b) {
    ValueType l = a.type();
    ValueType r = b.type();
    if (l.isNumber() && r.isNumber()) {
      if (l == ValueType.DECIMAL || r == ValueType.DECIMAL) {
        return l == ValueType.FLOAT || r == ValueType.FLOAT
            ? Optional.of(new Expr.Undecided("unsupported operand types: Decimal and float"))
            : decimals(operator, decimal(a), decimal(b));
      }
      return l == ValueType.FLOAT || r == ValueType.FLOAT
          ? floats(operator, real(a), real(b))
          : integers(operator, a, b);
    }
    if (l == ValueType.TEXT) {
      return texts(operator, a, b);
    }
    if (r == ValueType.TEXT && isWhole(l) && operator.equals("*")) {
      return Optional.of(Function.TEXT_REPEAT.of(b.expr(), integer(a)));
    }
    return times(operator, a, b);
  }

  private static Optional<Expr> integers(String operator, Value a, Value b) {
    boolean logical = a.type() == ValueType.BOOL && b.type() == ValueType.BOOL;
    Expr l = integer(a);
    Expr r = integer(b);
    return switch (operator) {
      case "+" -> Optional.of(Function.INT_ADD.of(l, r));
      case "-" -> Optional.of(Function.INT_SUBTRACT.of(l, r));
      case "*" -> Optional.of(Function.INT_MULTIPLY.of(l, r));
      case "//" -> Optional.of(Function.INT_FLOOR_DIVIDE.of(l, r));
      case "%" -> Optional.of(Function.INT_MODULO.of(l, r));
      case "/" -> Optional.of(Function.INT_DIVIDE.of(l, r));
      case "**" ->
          // a negative exponent would make a float
          isNatural(b.expr()) ? Optional.of(Function.INT_POWER.of(l, r)) : Optional.empty();
      case "&" -> Optional.of(bits(Function.INT_AND, l, r, logical));
      case "|" -> Optional.of(bits(Function.INT_OR, l, r, logical));
      case "^" -> Optional.of(bits(Function.INT_XOR, l, r, logical));
      case "<<" -> Optional.of(Function.INT_SHIFT_LEFT.of(l, r));
      case ">>" -> Optional.of(Function.INT_SHIFT_RIGHT.of(l, r));
      default -> Optional.empty();
    };
  }

  /// Of two bools the result is a bool.
  private static Expr bits(Function function, Expr l, Expr r, boolean logical) {
    Expr result = function.of(l, r);
    return logical ? new Expr.Compare(Comparison.NOT_EQUAL, result, Exprs.integer(0)) : result;
  }

  private static boolean isNatural(Expr exponent) {
    return exponent instanceof Expr.Literal(Constant.Int(var value)) && value.signum() >= 0;
  }

  private static Optional<Expr> floats(String operator, Expr l, Expr r) {
    return switch (operator) {
      case "+" -> Optional.of(Function.FLOAT_ADD.of(l, r));
      case "-" -> Optional.of(Function.FLOAT_SUBTRACT.of(l, r));
      case "*" -> Optional.of(Function.FLOAT_MULTIPLY.of(l, r));
      case "//" -> Optional.of(Function.FLOAT_FLOOR_DIVIDE.of(l, r));
      case "%" -> Optional.of(Function.FLOAT_MODULO.of(l, r));
      case "/" -> Optional.of(Function.FLOAT_DIVIDE.of(l, r));
      case "**" -> {
        boolean known =
            r instanceof Expr.Literal(Constant.Real(var exponent))
                && (exponent == 1 || exponent == 2);
        yield known ? Optional.of(Function.FLOAT_POWER.of(l, r)) : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Optional<Expr> decimals(String operator, Expr l, Expr r) {
    return switch (operator) {
      case "+" -> Optional.of(Function.DECIMAL_ADD.of(l, r));
      case "-" -> Optional.of(Function.DECIMAL_SUBTRACT.of(l, r));
      case "*" -> Optional.of(Function.DECIMAL_MULTIPLY.of(l, r));
      case "//" -> Optional.of(Function.DECIMAL_FLOOR_DIVIDE.of(l, r));
      case "%" -> Optional.of(Function.DECIMAL_MODULO.of(l, r));
      case "/" -> Optional.of(Function.DECIMAL_DIVIDE.of(l, r));
      default -> Optional.empty();
    };
  }

  private static Optional<Expr> texts(String operator, Value a, Value b) {
    if (operator.equals("+") && b.type() == ValueType.TEXT) {
      return Optional.of(Function.TEXT_CONCAT.of(a.expr(), b.expr()));
    }
    if (operator.equals("*") && isWhole(b.type())) {
      return Optional.of(Function.TEXT_REPEAT.of(a.expr(), integer(b)));
    }
    return Optional.empty();
  }

  private static Optional<Expr> times(String operator, Value a, Value b) {
    ValueType l = a.type();
    ValueType r = b.type();
    Expr x = a.expr();
    Expr y = b.expr();
    if (r == ValueType.DURATION) {
      return switch (l) {
        case DATE ->
            switch (operator) {
              case "+" -> Optional.of(Function.DATE_ADD.of(x, y));
              case "-" -> Optional.of(Function.DATE_SUBTRACT.of(x, y));
              default -> Optional.empty();
            };
        case NAIVE_TIMESTAMP, INSTANT ->
            switch (operator) {
              case "+" -> Optional.of(new Expr.Apply(Function.MOMENT_ADD, List.of(x, y), l));
              case "-" -> Optional.of(new Expr.Apply(Function.MOMENT_SUBTRACT, List.of(x, y), l));
              default -> Optional.empty();
            };
        case DURATION -> durations(operator, x, y);
        case INTEGER, BOOL ->
            operator.equals("*")
                ? Optional.of(Function.DURATION_MULTIPLY.of(y, integer(a)))
                : Optional.empty();
        default -> Optional.empty();
      };
    }
    if (l == ValueType.DURATION) {
      return switch (operator) {
        case "+" -> r == ValueType.DATE ? times("+", b, a) : moments(a, b);
        case "*" ->
            isWhole(r)
                ? Optional.of(Function.DURATION_MULTIPLY.of(x, integer(b)))
                : Optional.empty();
        case "//" ->
            isWhole(r)
                ? Optional.of(Function.DURATION_FLOOR_DIVIDE.of(x, integer(b)))
                : Optional.empty();
        default -> Optional.empty();
      };
    }
    if (!operator.equals("-") || l != r) {
      return Optional.empty();
    }
    return switch (l) {
      case DATE -> Optional.of(Function.DATE_DIFFERENCE.of(x, y));
      case NAIVE_TIMESTAMP, INSTANT -> Optional.of(Function.MOMENT_DIFFERENCE.of(x, y));
      default -> Optional.empty();
    };
  }

  private static Optional<Expr> moments(Value duration, Value moment) {
    boolean isMoment =
        moment.type() == ValueType.NAIVE_TIMESTAMP || moment.type() == ValueType.INSTANT;
    return isMoment ? times("+", moment, duration) : Optional.empty();
  }

  private static Optional<Expr> durations(String operator, Expr x, Expr y) {
    return switch (operator) {
      case "+" -> Optional.of(Function.DURATION_ADD.of(x, y));
      case "-" -> Optional.of(Function.DURATION_SUBTRACT.of(x, y));
      case "/" -> Optional.of(Function.DURATION_RATIO.of(x, y));
      case "//" -> Optional.of(Function.DURATION_FLOOR_RATIO.of(x, y));
      case "%" -> Optional.of(Function.DURATION_MODULO.of(x, y));
      default -> Optional.empty();
    };
  }

  // ---------------------------------------------------------------- conversions

  static boolean isWhole(ValueType type) {
    return type == ValueType.INTEGER || type == ValueType.BOOL;
  }

  /// A bool or an int as an int.
  static Expr integer(Value value) {
    if (value.type() != ValueType.BOOL) {
      return value.expr();
    }
    return value.expr() instanceof Expr.Literal(Constant.Bool(var truth))
        ? Exprs.integer(truth ? 1 : 0)
        : Function.BOOL_TO_INT.of(value.expr());
  }

  /// A bool, an int or a float as a float.
  static Expr real(Value value) {
    if (value.type() == ValueType.FLOAT) {
      return value.expr();
    }
    Expr whole = integer(value);
    return whole instanceof Expr.Literal(Constant.Int(var number)) && number.bitLength() < 1_000
        ? new Expr.Literal(new Constant.Real(number.doubleValue()))
        : Function.INT_TO_FLOAT.of(whole);
  }

  /// A bool, an int or a Decimal as a Decimal.
  static Expr decimal(Value value) {
    return value.type() == ValueType.DECIMAL
        ? value.expr()
        : Function.INT_TO_DECIMAL.of(integer(value));
  }
}
