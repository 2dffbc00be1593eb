package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Methods of values. What is not found stays with Python.
final class Methods {
  /// Methods of text by name; those with several forms are found by the number of arguments.
  private static final Map<String, List<Function>> TEXT =
      Map.ofEntries(
          Map.entry("lower", List.of(Function.TEXT_LOWER)),
          Map.entry("upper", List.of(Function.TEXT_UPPER)),
          Map.entry("casefold", List.of(Function.TEXT_CASEFOLD)),
          Map.entry("title", List.of(Function.TEXT_TITLE)),
          Map.entry("capitalize", List.of(Function.TEXT_CAPITALIZE)),
          Map.entry("swapcase", List.of(Function.TEXT_SWAPCASE)),
          Map.entry("strip", List.of(Function.TEXT_STRIP, Function.TEXT_STRIP_OF)),
          Map.entry("lstrip", List.of(Function.TEXT_STRIP_LEFT, Function.TEXT_STRIP_LEFT_OF)),
          Map.entry("rstrip", List.of(Function.TEXT_STRIP_RIGHT, Function.TEXT_STRIP_RIGHT_OF)),
          Map.entry("startswith", List.of(Function.TEXT_STARTS_WITH)),
          Map.entry("endswith", List.of(Function.TEXT_ENDS_WITH)),
          Map.entry("find", List.of(Function.TEXT_FIND)),
          Map.entry("rfind", List.of(Function.TEXT_FIND_LAST)),
          Map.entry("index", List.of(Function.TEXT_INDEX)),
          Map.entry("count", List.of(Function.TEXT_COUNT)),
          Map.entry("replace", List.of(Function.TEXT_REPLACE)),
          Map.entry("removeprefix", List.of(Function.TEXT_REMOVE_PREFIX)),
          Map.entry("removesuffix", List.of(Function.TEXT_REMOVE_SUFFIX)),
          Map.entry(
              "split",
              List.of(Function.TEXT_SPLIT, Function.TEXT_SPLIT_ON, Function.TEXT_SPLIT_SOME)),
          Map.entry("rsplit", List.of(Function.TEXT_SPLIT_SOME_RIGHT)),
          Map.entry("zfill", List.of(Function.TEXT_ZERO_FILL)),
          Map.entry("ljust", List.of(Function.TEXT_FILL_RIGHT)),
          Map.entry("rjust", List.of(Function.TEXT_FILL_LEFT)),
          Map.entry("isdigit", List.of(Function.TEXT_IS_DIGIT)),
          Map.entry("isdecimal", List.of(Function.TEXT_IS_DIGIT)),
          Map.entry("isnumeric", List.of(Function.TEXT_IS_DIGIT)),
          Map.entry("isalpha", List.of(Function.TEXT_IS_ALPHA)),
          Map.entry("isalnum", List.of(Function.TEXT_IS_ALPHANUMERIC)),
          Map.entry("isspace", List.of(Function.TEXT_IS_SPACE)),
          Map.entry("isupper", List.of(Function.TEXT_IS_UPPER)),
          Map.entry("islower", List.of(Function.TEXT_IS_LOWER)),
          Map.entry("istitle", List.of(Function.TEXT_IS_TITLE)),
          Map.entry("isascii", List.of(Function.TEXT_IS_ASCII)));

  private Methods() {}

  /// @param arguments none of them missing
  static Optional<Operand> call(
      Operand owner, String name, Calls.Arguments arguments, Syntax.Call node) {
    if (owner instanceof Value date && date.type() == ValueType.DATE && name.equals("replace")) {
      return replaced(date, arguments, node);
    }
    if (!arguments.isPositional() || !(owner instanceof Value value)) {
      return Optional.empty();
    }
    return switch (value.type()) {
      case TEXT -> text(value, name, arguments.positional(), node);
      case LIST -> list(value, name, arguments.positional(), node);
      case STRUCT -> struct(value, name, arguments.positional(), node);
      case DATE -> date(value, name, arguments.positional());
      case NAIVE_TIMESTAMP, INSTANT -> moment(value, name, arguments.positional());
      case DURATION ->
          name.equals("total_seconds") && arguments.count() == 0
              ? Optional.of(Operand.of(Function.DURATION_TOTAL_SECONDS.of(value.expr())))
              : Optional.empty();
      case FLOAT ->
          name.equals("is_integer") && arguments.count() == 0
              ? Optional.of(Operand.of(Function.FLOAT_IS_INTEGER.of(value.expr())))
              : Optional.empty();
      case NULL -> Optional.of(Operand.raises("None has no ." + name));
      case BOOL, INTEGER, DECIMAL, BINARY, TIME, ZONED_TIMESTAMP -> Optional.empty();
    };
  }

  private static Optional<Operand> text(
      Value text, String name, List<Operand> arguments, Syntax.Call node) {
    if (name.equals("join")) {
      return arguments.size() == 1 ? join(text, arguments.getFirst(), node) : Optional.empty();
    }
    if (name.equals("partition") && arguments.size() == 1) {
      return partition(text, arguments, node);
    }
    if (name.equals("format")) {
      return FormattedTexts.format(text, arguments, node);
    }
    boolean several =
        (name.equals("startswith") || name.equals("endswith"))
            && arguments.size() == 1
            && arguments.getFirst() instanceof Display(var kind, _)
            && kind == Display.Kind.TUPLE;
    if (several) {
      return Optional.of(anyOf(text, name, (Display) arguments.getFirst(), node));
    }
    boolean fills = name.equals("ljust") || name.equals("rjust");
    List<Operand> given = new ArrayList<>(arguments);
    if (fills && given.size() == 1) {
      given.add(Operand.constant(new Constant.Text(" ")));
    }
    for (Function function : TEXT.getOrDefault(name, List.of())) {
      if (function.arguments().size() == given.size() + 1) {
        return applied(function, text, given, node);
      }
    }
    return Optional.empty();
  }

  private static Optional<Operand> partition(
      Value text, List<Operand> arguments, Syntax.Call node) {
    List<Operand> parts = new ArrayList<>();
    for (Function part :
        List.of(Function.TEXT_BEFORE, Function.TEXT_SEPARATOR, Function.TEXT_AFTER)) {
      applied(part, text, arguments, node).ifPresent(parts::add);
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new Display(Display.Kind.TUPLE, parts));
  }

  private static Optional<Operand> applied(
      Function function, Value text, List<Operand> arguments, Syntax.Call node) {
    List<Expr> exprs = new ArrayList<>(List.of(text.expr()));
    for (int i = 0; i < arguments.size(); i++) {
      Value value = Comparisons.value(arguments.get(i), node);
      ValueType wanted = function.arguments().get(i + 1);
      // None means a default to some methods
      if (value.type() != wanted || Exprs.mayBeNone(value.expr())) {
        boolean required =
            value.type() == wanted && (wanted == ValueType.TEXT && !takesNone(function));
        if (!required) {
          return Optional.empty();
        }
      }
      exprs.add(value.expr());
    }
    Expr result = new Expr.Apply(function, exprs, function.result().orElseThrow());
    return Optional.of(
        result.type() == ValueType.LIST
            ? new Value(result, Shape.list(Shape.of(ValueType.TEXT)))
            : Operand.of(result));
  }

  private static boolean takesNone(Function function) {
    return switch (function) {
      case TEXT_STRIP_OF,
          TEXT_STRIP_LEFT_OF,
          TEXT_STRIP_RIGHT_OF,
          TEXT_SPLIT_ON,
          TEXT_SPLIT_SOME,
          TEXT_SPLIT_SOME_RIGHT ->
          true;
      default -> false;
    };
  }

  private static Operand anyOf(Value text, String name, Display affixes, Syntax.Call node) {
    List<Expr> tests = new ArrayList<>();
    List<Expr> values = new ArrayList<>(List.of(text.expr()));
    for (Operand affix : affixes.elements()) {
      Value value = Comparisons.value(affix, node);
      if (value.type() != ValueType.TEXT || !(value.expr() instanceof Expr.Literal)) {
        throw Constructs.notCompiled(node);
      }
      values.add(value.expr());
      tests.add(
          (name.equals("startswith") ? Function.TEXT_STARTS_WITH : Function.TEXT_ENDS_WITH)
              .of(text.expr(), value.expr()));
    }
    if (tests.isEmpty()) {
      throw Constructs.notCompiled(node);
    }
    return Operand.condition(Exprs.after(values, Exprs.or(tests)));
  }

  private static Optional<Operand> join(Value separator, Operand parts, Syntax.Call node) {
    return Lists.iterable(parts, node)
        .filter(
            list ->
                list.shape().elements().orElseThrow().type() == ValueType.TEXT
                    && !list.shape().isSet())
        .map(list -> Operand.of(Function.TEXT_JOIN.of(separator.expr(), list.expr())));
  }

  private static Optional<Operand> list(
      Value value, String name, List<Operand> arguments, Syntax.Call node) {
    if (!value.shape().isSet() || arguments.size() != 1) {
      return Optional.empty();
    }
    Optional<Value> other = Lists.iterable(arguments.getFirst(), node);
    if (other.isEmpty()) {
      return Optional.empty();
    }
    Shape shape = Lists.common(value, other.get(), node);
    Expr a = value.expr();
    Expr b = Function.SET_OF.of(other.get().expr());
    return switch (name) {
      case "intersection" -> Optional.of(new Value(Function.SET_AND.of(a, b), shape));
      case "union" -> Optional.of(new Value(Function.SET_OR.of(a, b), shape));
      case "difference" -> Optional.of(new Value(Function.SET_MINUS.of(a, b), shape));
      case "symmetric_difference" -> Optional.of(new Value(Function.SET_XOR.of(a, b), shape));
      case "issubset" -> Optional.of(Operand.of(Function.SET_WITHIN.of(a, b)));
      case "issuperset" -> Optional.of(Operand.of(Function.SET_WITHIN.of(b, a)));
      case "isdisjoint" -> Optional.of(Operand.of(Function.SET_DISJOINT.of(a, b)));
      default -> Optional.empty();
    };
  }

  /// `struct.get("part")`: every struct has all its parts.
  private static Optional<Operand> struct(
      Value value, String name, List<Operand> arguments, Syntax.Call node) {
    boolean known =
        name.equals("get")
            && (arguments.size() == 1
                || (arguments.size() == 2 && arguments.get(1) instanceof Value(Expr.Literal _, _)));
    if (!known
        || !(arguments.getFirst() instanceof Value(Expr.Literal(Constant.Text(var part)), _))
        || value.shape().parts().stream().noneMatch(p -> p.name().equals(part))) {
      return Optional.empty();
    }
    return Optional.of(Subscripts.part(value, part, node));
  }

  /// `date.replace(day=1)` and its kin.
  private static Optional<Operand> replaced(
      Value date, Calls.Arguments arguments, Syntax.Call node) {
    List<String> names = List.of("year", "month", "day");
    if (arguments.count() > 0 || !names.containsAll(arguments.named().keySet())) {
      return Optional.empty();
    }
    List<Expr> parts = new ArrayList<>();
    for (String part : names) {
      Operand given = arguments.named().get(part);
      Value value =
          given == null
              ? Operand.of(
                  switch (part) {
                    case "year" -> Function.DATE_YEAR.of(date.expr());
                    case "month" -> Function.DATE_MONTH.of(date.expr());
                    default -> Function.DATE_DAY.of(date.expr());
                  })
              : Comparisons.value(given, node);
      if (value.type() != ValueType.INTEGER) {
        return Optional.empty();
      }
      parts.add(value.expr());
    }
    return Optional.of(
        Exprs.after(
            List.of(date.expr(), Function.DATE_YEAR.of(date.expr())),
            Operand.of(new Expr.Apply(Function.DATE_OF, parts, ValueType.DATE))));
  }

  private static Optional<Operand> date(Value value, String name, List<Operand> arguments) {
    if (name.equals("strftime") && arguments.size() == 1) {
      return FormattedTexts.time(value, arguments.getFirst());
    }
    if (!arguments.isEmpty()) {
      return Optional.empty();
    }
    Expr date = value.expr();
    return switch (name) {
      case "weekday" -> Optional.of(Operand.of(Function.DATE_WEEKDAY.of(date)));
      case "isoweekday" -> Optional.of(Operand.of(Function.DATE_ISO_WEEKDAY.of(date)));
      case "toordinal" -> Optional.of(Operand.of(Function.DATE_ORDINAL.of(date)));
      case "isoformat" -> Optional.of(Operand.of(Function.DATE_ISO_FORMAT.of(date)));
      default -> Optional.empty();
    };
  }

  private static Optional<Operand> moment(Value value, String name, List<Operand> arguments) {
    if (name.equals("strftime") && arguments.size() == 1) {
      return FormattedTexts.time(value, arguments.getFirst());
    }
    if (!arguments.isEmpty()) {
      return Optional.empty();
    }
    if (name.equals("isoformat") && value.type() == ValueType.NAIVE_TIMESTAMP) {
      return Optional.of(Operand.of(Function.MOMENT_ISO_FORMAT.of(value.expr())));
    }
    return Attributes.local(value)
        .flatMap(
            moment ->
                switch (name) {
                  case "weekday" -> Optional.of(Function.MOMENT_WEEKDAY.of(moment));
                  case "isoweekday" -> Optional.of(Function.MOMENT_ISO_WEEKDAY.of(moment));
                  case "date" -> Optional.of(Function.MOMENT_DATE.of(moment));
                  case "time" -> Optional.of(Function.MOMENT_TIME.of(moment));
                  default -> Optional.empty();
                })
        .map(Operand::of);
  }
}
