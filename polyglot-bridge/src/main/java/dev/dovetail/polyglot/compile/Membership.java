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

/// What `in` means.
final class Membership {
  /// So many constants are looked through in a loop.
  private static final int MANY = 100;

  private Membership() {}

  static Expr contains(Operand sought, Operand holder, Syntax.Compare node) {
    if (sought instanceof Missing(var undecided)) {
      return undecided;
    }
    return switch (holder) {
      case Missing(var undecided) -> undecided;
      case Display display -> inDisplay(Comparisons.value(sought, node), display, node);
      case Value value -> inValue(Comparisons.value(sought, node), value, node);
      case Operand.Table table -> Tables.has(table, Comparisons.value(sought, node), node);
      case Operand.Range range -> inRange(Comparisons.value(sought, node), range, node);
      case Operand.Row(var side) -> throw NotExact.in("membership in a row of " + side, node);
      case Operand.Iteration _,
          Operand.Found _,
          Operand.Known _,
          Operand.Builtin _,
          Operand.Mixed _ ->
          throw NotExact.in("membership in something other than a literal", node);
    };
  }

  /// An int in `range(from, to)`; `None` is in none.
  private static Expr inRange(Value sought, Operand.Range range, Syntax node) {
    if (sought.type() != ValueType.INTEGER) {
      throw NotExact.in("membership of " + Comparisons.word(sought.type()) + " in a range", node);
    }
    Expr inside =
        Exprs.and(
            Comparisons.ordered(Comparison.LESS_OR_EQUAL, range.from(), sought, node),
            Comparisons.ordered(Comparison.LESS, sought, range.to(), node));
    List<Expr> values =
        List.of(
            sought.expr(), Exprs.present(range.from().expr()), Exprs.present(range.to().expr()));
    return Exprs.after(values, Exprs.and(Exprs.not(Comparisons.isNone(sought)), inside));
  }

  private static Expr inDisplay(Value sought, Display display, Syntax.Compare node) {
    List<Expr> values = new ArrayList<>(List.of(sought.expr()));
    List<Value> elements = new ArrayList<>();
    for (Operand element : display.elements()) {
      if (element instanceof Missing(var undecided)) {
        return undecided;
      }
      Value value = Comparisons.value(element, node);
      elements.add(value);
      values.add(value.expr());
    }
    if (display.kind() == Display.Kind.SET) {
      // A set hashes what it holds and what is sought.
      elements.forEach(element -> requireHashable(element, node));
      requireHashable(sought, node);
    }
    if (elements.size() > MANY && areAlike(elements)) {
      Shape shape = Shape.list(elements.getFirst().shape());
      Expr list = new Expr.ListOf(elements.stream().map(Value::expr).toList());
      return inList(sought, new Value(list, shape), node);
    }
    List<Expr> equalities = new ArrayList<>();
    elements.forEach(
        element -> equalities.add(Comparisons.identicalOrEqual(sought, element, node)));
    return Exprs.after(values, Exprs.or(equalities));
  }

  /// Whether all are constants of one type that compares by value.
  private static boolean areAlike(List<Value> elements) {
    ValueType type = elements.getFirst().type();
    return (type == ValueType.TEXT || type == ValueType.INTEGER)
        && elements.stream()
            .allMatch(element -> element.type() == type && element.expr() instanceof Expr.Literal);
  }

  static void requireHashable(Value operand, Syntax node) {
    switch (operand.type()) {
      case NULL, BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY -> {}
      case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION, LIST, STRUCT ->
          throw NotExact.in("a set with " + Comparisons.word(operand.type()), node);
    }
  }

  private static Expr inValue(Value sought, Value holder, Syntax.Compare node) {
    return switch (holder.type()) {
      case TEXT -> {
        if (sought.type() == ValueType.TEXT) {
          yield Function.TEXT_WITHIN.of(sought.expr(), holder.expr());
        }
        yield new Expr.Undecided("'in <string>' requires string as left operand");
      }
      case LIST -> inList(sought, holder, node);
      case NULL -> new Expr.Undecided("None is no container");
      default -> throw NotExact.in("membership in " + Comparisons.word(holder.type()), node);
    };
  }

  /// Whether some element equals. Both are evaluated first, whether the list has elements or not.
  private static Expr inList(Value sought, Value holder, Syntax.Compare node) {
    Shape elements = holder.shape().elements().orElseThrow();
    if (elements.whyNotCompared().isPresent() || elements.type() == ValueType.LIST) {
      throw NotExact.in("membership in a list of " + Comparisons.word(elements.type()), node);
    }
    if (holder.shape().isSet()) {
      requireHashable(sought, node);
    }
    if (sought.type() == ValueType.FLOAT
        && elements.type() == ValueType.FLOAT
        && !(sought.expr() instanceof Expr.Field)
        && !(sought.expr() instanceof Expr.Literal(Constant.Real(var value))
            && !Double.isNaN(value))) {
      throw NotExact.in("identity of two floats", node);
    }
    int number = Math.max(Exprs.elements(sought.expr()), Exprs.elements(holder.expr()));
    Value element = new Value(new Expr.Element(number, elements.type()), elements);
    Expr exists = new Expr.Exists(holder.expr(), number, Comparisons.equal(element, sought, node));
    return Exprs.after(List.of(sought.expr(), holder.expr()), exists);
  }
}
