package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.util.List;

/// What a Python expression stands for while it is compiled. Evaluating one has no effect, so it
/// may be written twice.
sealed interface Operand {
  /// A value that the engine holds or computes; a condition among them, which is never `None`.
  record Value(Expr expr, Shape shape) implements Operand {
    ValueType type() {
      return shape.type();
    }

    boolean isCondition() {
      return Exprs.isCondition(expr);
    }
  }

  /// Evaluating this raises, or is the judge's affair for another reason.
  record Missing(Expr.Undecided undecided) implements Operand {}

  /// A row argument as a whole.
  record Row(Side side) implements Operand {}

  /// A tuple, list or set whose elements are written out.
  record Display(Kind kind, List<Operand> elements) implements Operand {
    enum Kind {
      TUPLE,
      LIST,
      SET
    }

    public Display {
      elements = List.copyOf(elements);
    }
  }

  /// A generator: `value` for the elements of a list that meet a condition.
  ///
  /// @param element the number under which `condition` and `value` know the element
  record Iteration(Expr list, int element, Expr condition, Value value) implements Operand {}

  /// A match object where a condition holds, `None` elsewhere.
  record Found(Expr condition) implements Operand {}

  /// A float, or an int that equals it: which of the two hangs on values.
  record Mixed(Value real) implements Operand {}

  /// A dict of constants.
  record Table(List<Entry> entries) implements Operand {
    record Entry(Value key, Value value) {}

    public Table {
      entries = List.copyOf(entries);
    }
  }

  /// `range(from, to)`.
  record Range(Value from, Value to) implements Operand {}

  /// A function, a module, or what a module holds.
  record Known(Bound bound) implements Operand {}

  /// A built-in function or class.
  record Builtin(String name) implements Operand {}

  static Value constant(Constant constant) {
    return new Value(new Expr.Literal(constant), Shape.of(constant.type()));
  }

  static Value condition(Expr expr) {
    return new Value(expr, Shape.of(ValueType.BOOL));
  }

  static Value of(Expr expr) {
    return new Value(expr, Shape.of(expr.type()));
  }

  static Missing raises(String because) {
    return new Missing(new Expr.Undecided(because));
  }
}
