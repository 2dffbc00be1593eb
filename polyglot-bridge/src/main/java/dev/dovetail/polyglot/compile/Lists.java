package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Iteration;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Displays, generators and texts as lists, and the operators of lists and sets.
final class Lists {
  private Lists() {}

  /// A display as a list or a set of its elements, if they are of one type; other operands as they
  /// are.
  static Operand value(Operand operand, Syntax node) {
    return operand instanceof Display display ? display(display, node) : operand;
  }

  private static Operand display(Display display, Syntax node) {
    List<Expr> elements = new ArrayList<>();
    Optional<Shape> shape = Optional.empty();
    for (Operand element : display.elements()) {
      if (element instanceof Missing) {
        return element;
      }
      Value value = Comparisons.value(element, node);
      if (value.type() != ValueType.NULL) {
        if (shape.isPresent() && shape.get().type() != value.type()) {
          throw NotExact.in("a list of several types", node);
        }
        shape = Optional.of(value.shape());
      }
      elements.add(value.expr());
    }
    Shape known = shape.orElseGet(() -> Shape.of(ValueType.NULL));
    requireElements(known, node);
    Expr list = new Expr.ListOf(elements);
    return switch (display.kind()) {
      case SET -> new Value(Function.SET_OF.of(list), Shape.set(known));
      case TUPLE -> new Value(list, Shape.tuple(known));
      case LIST -> new Value(list, Shape.list(known));
    };
  }

  static void requireElements(Shape shape, Syntax node) {
    switch (shape.type()) {
      case LIST, STRUCT, ZONED_TIMESTAMP ->
          throw NotExact.in("a list of " + Comparisons.word(shape.type()), node);
      case NULL,
          BOOL,
          INTEGER,
          FLOAT,
          DECIMAL,
          TEXT,
          BINARY,
          DATE,
          TIME,
          NAIVE_TIMESTAMP,
          INSTANT,
          DURATION -> {}
    }
  }

  /// What a loop runs over, as a list: empty where the operand is none.
  static Optional<Value> iterable(Operand operand, Syntax node) {
    return switch (value(operand, node)) {
      case Value value when value.type() == ValueType.LIST -> Optional.of(value);
      case Value value when value.type() == ValueType.TEXT ->
          Optional.of(
              new Value(
                  Function.TEXT_CHARACTERS.of(value.expr()), Shape.list(Shape.of(ValueType.TEXT))));
      case Iteration iteration -> Optional.of(collected(iteration));
      default -> Optional.empty();
    };
  }

  static Value collected(Iteration iteration) {
    Expr list = iteration.list();
    boolean whole =
        iteration.condition().equals(Exprs.TRUE)
            && iteration.value().expr() instanceof Expr.Element(int number, _)
            && number == iteration.element();
    return new Value(
        whole
            ? present(list)
            : new Expr.Collect(
                list, iteration.element(), iteration.condition(), iteration.value().expr()),
        Shape.list(iteration.value().shape()));
  }

  /// A list as it is; undecided where it is `None`.
  static Expr present(Expr list) {
    return Exprs.mayBeNone(list) ? Function.LIST_FROM.of(list, Exprs.integer(0)) : list;
  }

  /// `+` of lists; `&`, `|`, `-`, `^` of sets.
  static Operand operator(String operator, Value a, Value b, Syntax node) {
    Shape shape = common(a, b, node);
    boolean sets = a.shape().isSet() && b.shape().isSet();
    boolean lists = !sets && a.shape().holder() == b.shape().holder();
    Function function =
        switch (operator) {
          case "+" -> lists ? Function.LIST_CONCAT : null;
          case "&" -> sets ? Function.SET_AND : null;
          case "|" -> sets ? Function.SET_OR : null;
          case "-" -> sets ? Function.SET_MINUS : null;
          case "^" -> sets ? Function.SET_XOR : null;
          default -> null;
        };
    if (function == null) {
      throw NotExact.in("operator " + operator, node);
    }
    return new Value(function.of(a.expr(), b.expr()), shape);
  }

  /// The shape of two lists' elements together.
  static Shape common(Value a, Value b, Syntax node) {
    Shape left = a.shape().elements().orElseThrow();
    Shape right = b.shape().elements().orElseThrow();
    requireElements(left, node);
    requireElements(right, node);
    if (left.type() == ValueType.NULL) {
      return a.shape().isSet() ? Shape.set(right) : b.shape();
    }
    if (right.type() != ValueType.NULL && left.type() != right.type()) {
      throw NotExact.in("lists of several types", node);
    }
    return a.shape();
  }
}
