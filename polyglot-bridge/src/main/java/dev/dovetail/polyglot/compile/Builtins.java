package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Built-in functions and classes, called. Each method gives nothing for a call that stays with
/// Python.
final class Builtins {
  private static final Set<String> KNOWN =
      Set.of(
          "abs",
          "all",
          "any",
          "bool",
          "bytes",
          "dict",
          "divmod",
          "float",
          "format",
          "frozenset",
          "int",
          "isinstance",
          "len",
          "list",
          "max",
          "min",
          "ord",
          "pow",
          "range",
          "round",
          "set",
          "sorted",
          "str",
          "sum",
          "tuple");

  private Builtins() {}

  static boolean isKnown(String name) {
    return KNOWN.contains(name);
  }

  /// @param arguments none of them missing
  static Optional<Operand> call(
      String name, Calls.Arguments arguments, Syntax.Call node, ExpressionCompiler compiler) {
    if (name.equals("sorted")) {
      return sorted(arguments, node);
    }
    if (arguments.isPositional() && arguments.count() == 0 && name.equals("set")) {
      Expr nothing = new Expr.ListOf(List.of());
      return Optional.of(new Value(nothing, Shape.set(Shape.of(ValueType.NULL))));
    }
    if (!arguments.isPositional() || arguments.count() == 0) {
      return Optional.empty();
    }
    Operand first = arguments.get(0);
    if (name.equals("isinstance")) {
      return arguments.count() == 2 ? isInstance(first, arguments.get(1), node) : Optional.empty();
    }
    if (arguments.count() >= 2) {
      return switch (name) {
        case "min", "max" -> extreme(name.equals("min"), arguments.positional(), node, compiler);
        case "range" ->
            arguments.count() == 2 ? range(first, arguments.get(1), node) : Optional.empty();
        case "divmod" ->
            arguments.count() == 2
                ? Optional.of(quotientAndRest(first, arguments.get(1), node))
                : Optional.empty();
        case "round" -> roundTo(first, arguments.get(1), node);
        case "format" -> formatted(first, arguments.get(1), node);
        case "pow" ->
            arguments.count() == 2
                ? Optional.of(
                    Arithmetic.binary(
                        "**",
                        first,
                        arguments.get(1),
                        new Syntax.BinOp("**", node, node, node.span())))
                : Optional.empty();
        default -> Optional.empty();
      };
    }
    return switch (name) {
      case "len" -> length(first, node);
      case "range" -> range(Operand.of(Exprs.integer(0)), first, node);
      case "any" -> quantified(first, true, node);
      case "all" -> quantified(first, false, node);
      case "sum" -> sum(first, node);
      case "min" -> extremeOf(Function.LIST_MIN, first, node);
      case "max" -> extremeOf(Function.LIST_MAX, first, node);
      case "set", "frozenset" -> set(first, node);
      case "list", "tuple" ->
          Lists.iterable(first, node)
              .filter(list -> !list.shape().isSet())
              .map(
                  list -> {
                    Shape elements = list.shape().elements().orElseThrow();
                    return new Value(
                        Lists.present(list.expr()),
                        name.equals("list") ? Shape.list(elements) : Shape.tuple(elements));
                  });
      case "bool" -> Optional.of(Operand.condition(Comparisons.truth(first, node)));
      default -> ofValue(name, Comparisons.value(first, node), node);
    };
  }

  private static Optional<Operand> ofValue(String name, Value value, Syntax.Call node) {
    return switch (name) {
      case "abs" -> absolute(value);
      case "round" -> rounded(value);
      case "int" -> integer(value);
      case "float" -> real(value);
      case "str" -> Optional.of(FormattedTexts.asText(value, node));
      case "ord" ->
          value.type() == ValueType.TEXT
              ? Optional.of(Operand.of(Function.TEXT_CODE.of(value.expr())))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Operand quotientAndRest(Operand a, Operand b, Syntax.Call node) {
    Operand quotient =
        Arithmetic.binary("//", a, b, new Syntax.BinOp("//", node, node, node.span()));
    Operand rest = Arithmetic.binary("%", a, b, new Syntax.BinOp("%", node, node, node.span()));
    return new Display(Display.Kind.TUPLE, List.of(quotient, rest));
  }

  private static Optional<Operand> range(Operand from, Operand to, Syntax node) {
    Value a = Comparisons.value(from, node);
    Value b = Comparisons.value(to, node);
    return a.type() == ValueType.INTEGER && b.type() == ValueType.INTEGER
        ? Optional.of(new Operand.Range(a, b))
        : Optional.empty();
  }

  private static Optional<Operand> length(Operand operand, Syntax node) {
    if (operand instanceof Display(var kind, var elements) && kind != Display.Kind.SET) {
      List<Expr> values = new ArrayList<>();
      elements.forEach(element -> values.add(Comparisons.value(element, node).expr()));
      return Optional.of(Exprs.after(values, Operand.of(Exprs.integer(elements.size()))));
    }
    Value value = Comparisons.value(Lists.value(operand, node), node);
    return switch (value.type()) {
      case TEXT -> Optional.of(Operand.of(Function.TEXT_LENGTH.of(value.expr())));
      case BINARY -> Optional.of(Operand.of(Function.BYTES_LENGTH.of(value.expr())));
      case LIST -> Optional.of(Operand.of(Function.LIST_LENGTH.of(value.expr())));
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> absolute(Value value) {
    return switch (value.type()) {
      case BOOL, INTEGER -> Optional.of(Operand.of(Function.INT_ABS.of(Arithmetic.integer(value))));
      case FLOAT -> Optional.of(Operand.of(Function.FLOAT_ABS.of(value.expr())));
      case DECIMAL -> Optional.of(Operand.of(Function.DECIMAL_ABS.of(value.expr())));
      case DURATION -> Optional.of(Operand.of(Function.DURATION_ABS.of(value.expr())));
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> rounded(Value value) {
    return switch (value.type()) {
      case BOOL, INTEGER -> Optional.of(Operand.of(Exprs.present(Arithmetic.integer(value))));
      case FLOAT -> Optional.of(Operand.of(Function.FLOAT_ROUND.of(value.expr())));
      case DECIMAL -> Optional.of(Operand.of(Function.DECIMAL_ROUND.of(value.expr())));
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> roundTo(Operand operand, Operand digits, Syntax node) {
    Value value = Comparisons.value(operand, node);
    if (!(digits instanceof Value places)
        || places.type() != ValueType.INTEGER
        || Exprs.mayBeNone(places.expr())) {
      return Optional.empty();
    }
    Function function =
        switch (value.type()) {
          case INTEGER -> Function.INT_ROUND_TO;
          case FLOAT -> Function.FLOAT_ROUND_TO;
          case DECIMAL -> Function.DECIMAL_ROUND_TO;
          default -> null;
        };
    return function == null
        ? Optional.empty()
        : Optional.of(Operand.of(function.of(value.expr(), places.expr())));
  }

  private static Optional<Operand> integer(Value value) {
    Expr expr = value.expr();
    return switch (value.type()) {
      case BOOL, INTEGER -> Optional.of(Operand.of(Exprs.present(Arithmetic.integer(value))));
      case FLOAT -> Optional.of(Operand.of(Function.FLOAT_TRUNCATE.of(expr)));
      case DECIMAL -> Optional.of(Operand.of(Function.DECIMAL_TRUNCATE.of(expr)));
      case TEXT -> Optional.of(Operand.of(Function.TEXT_TO_INT.of(expr)));
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> real(Value value) {
    Expr expr = value.expr();
    return switch (value.type()) {
      case BOOL, INTEGER -> Optional.of(Operand.of(Arithmetic.real(value)));
      case FLOAT ->
          Optional.of(Operand.of(Function.FLOAT_NEGATE.of(Function.FLOAT_NEGATE.of(expr))));
      case DECIMAL -> Optional.of(Operand.of(Function.DECIMAL_TO_FLOAT.of(expr)));
      case TEXT -> {
        boolean special =
            expr instanceof Expr.Literal(Constant.Text(var text))
                && text.strip().matches("(?i)[+-]?(inf|infinity|nan)");
        yield special ? special(expr) : Optional.of(Operand.of(Function.TEXT_TO_FLOAT.of(expr)));
      }
      default -> Optional.empty();
    };
  }

  /// `float("inf")` and its kin.
  private static Optional<Operand> special(Expr expr) {
    String text = ((Constant.Text) ((Expr.Literal) expr).value()).value().strip();
    boolean negative = text.startsWith("-");
    boolean nan = text.toLowerCase(java.util.Locale.ROOT).endsWith("nan");
    double value =
        nan ? Double.NaN : negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    return Optional.of(Operand.constant(new Constant.Real(value)));
  }

  /// `min` or `max` of several values of one type: the first of equal ones.
  private static Optional<Operand> extreme(
      boolean least, List<Operand> operands, Syntax node, ExpressionCompiler compiler) {
    Optional<List<Operand>> reals = reals(operands);
    if (reals.isPresent()) {
      return extreme(least, reals.get(), node, compiler)
          .map(value -> new Operand.Mixed((Value) value));
    }
    Value result = Comparisons.value(operands.getFirst(), node);
    for (Operand operand : operands.subList(1, operands.size())) {
      Value next = Comparisons.value(operand, node);
      if (next.type() != result.type()) {
        throw NotExact.in(
            "a value that is now "
                + Comparisons.word(result.type())
                + ", now "
                + Comparisons.word(next.type()),
            node);
      }
      Expr a = result.expr();
      Expr b = next.expr();
      Optional<Expr> direct =
          switch (result.type()) {
            case INTEGER -> Optional.of((least ? Function.INT_MIN : Function.INT_MAX).of(a, b));
            case FLOAT -> Optional.of((least ? Function.FLOAT_MIN : Function.FLOAT_MAX).of(a, b));
            case DECIMAL ->
                Optional.of((least ? Function.DECIMAL_MIN : Function.DECIMAL_MAX).of(a, b));
            default -> Optional.empty();
          };
      if (direct.isPresent()) {
        result = new Value(direct.get(), result.shape());
      } else {
        Expr better =
            Comparisons.ordered(least ? Comparison.LESS : Comparison.GREATER, next, result, node);
        Operand chosen = compiler.choose(better, next, result, node);
        if (chosen instanceof Missing) {
          return Optional.of(chosen);
        }
        result = Comparisons.value(chosen, node);
      }
    }
    return Optional.of(result);
  }

  /// Floats and int constants that are floats too, all as floats; empty where there are others, or
  /// not both.
  private static Optional<List<Operand>> reals(List<Operand> operands) {
    List<Operand> reals = new ArrayList<>();
    boolean whole = false;
    boolean real = false;
    for (Operand operand : operands) {
      if (operand instanceof Value(Expr.Literal(Constant.Int(var number)), _)
          && number.bitLength() <= 53) {
        reals.add(Operand.constant(new Constant.Real(number.doubleValue())));
        whole = true;
      } else if (operand instanceof Value value && value.type() == ValueType.FLOAT) {
        reals.add(value);
        real = true;
      } else if (operand instanceof Operand.Mixed(var value)) {
        reals.add(value);
        whole = true;
        real = true;
      } else {
        return Optional.empty();
      }
    }
    return whole && real ? Optional.of(reals) : Optional.empty();
  }

  /// The least or greatest element of a list.
  private static Optional<Operand> extremeOf(Function function, Operand operand, Syntax node) {
    return Lists.iterable(operand, node)
        .flatMap(
            list -> {
              Shape elements = list.shape().elements().orElseThrow();
              Lists.requireElements(elements, node);
              return elements.type() == ValueType.NULL
                  ? Optional.empty()
                  : Optional.of(
                      new Value(
                          new Expr.Apply(function, List.of(list.expr()), elements.type()),
                          elements));
            });
  }

  private static Optional<Operand> quantified(Operand operand, boolean any, Syntax node) {
    return Lists.iterable(operand, node)
        .filter(
            list ->
                switch (list.shape().elements().orElseThrow().type()) {
                  case NULL, BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY -> true;
                  default -> false;
                })
        .map(
            list ->
                Operand.condition(
                    (any ? Function.LIST_ANY_TRUE : Function.LIST_ALL_TRUE).of(list.expr())));
  }

  private static Optional<Operand> sum(Operand operand, Syntax node) {
    return Lists.iterable(operand, node)
        .flatMap(
            list ->
                switch (list.shape().elements().orElseThrow().type()) {
                  case BOOL, INTEGER ->
                      Optional.of(Operand.of(Function.LIST_SUM_INT.of(list.expr())));
                  case FLOAT ->
                      list.shape().isSet()
                          ? Optional.empty()
                          : Optional.of(Operand.of(Function.LIST_SUM_FLOAT.of(list.expr())));
                  default -> Optional.empty();
                });
  }

  private static Optional<Operand> set(Operand operand, Syntax node) {
    return Lists.iterable(operand, node)
        .map(
            list -> {
              Shape elements = list.shape().elements().orElseThrow();
              Lists.requireElements(elements, node);
              return new Value(Function.SET_OF.of(list.expr()), Shape.set(elements));
            });
  }

  private static Optional<Operand> sorted(Calls.Arguments arguments, Syntax node) {
    boolean down =
        arguments.named().size() == 1
            && Operand.constant(new Constant.Bool(true)).equals(arguments.named().get("reverse"));
    if (arguments.count() != 1 || !(arguments.isPositional() || down)) {
      return Optional.empty();
    }
    Function function = down ? Function.LIST_SORTED_DOWN : Function.LIST_SORTED;
    return Lists.iterable(arguments.get(0), node)
        .map(
            list -> {
              Shape elements = list.shape().elements().orElseThrow();
              Lists.requireElements(elements, node);
              return new Value(function.of(list.expr()), Shape.list(elements));
            });
  }

  private static Optional<Operand> formatted(Operand operand, Operand spec, Syntax node) {
    return Optional.of(FormattedTexts.formatted(Comparisons.value(operand, node), spec, node));
  }

  /// Every value is of its column's type, or `None`.
  private static Optional<Operand> isInstance(Operand operand, Operand type, Syntax node) {
    if (!(type instanceof Operand.Builtin(var name))) {
      return Optional.empty();
    }
    Value value = Comparisons.value(operand, node);
    boolean is =
        switch (value.type()) {
          case BOOL -> name.equals("bool") || name.equals("int");
          case INTEGER -> name.equals("int");
          case FLOAT -> name.equals("float");
          case TEXT -> name.equals("str");
          case BINARY -> name.equals("bytes");
          case LIST -> name.equals(value.shape().isSet() ? "set" : "list");
          case STRUCT -> name.equals("dict");
          default -> false;
        };
    return Optional.of(
        Operand.condition(
            is
                ? Exprs.not(Comparisons.isNone(value))
                : Exprs.after(List.of(value.expr()), Exprs.FALSE)));
  }
}
