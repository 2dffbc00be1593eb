package dev.dovetail.engine.expr;

import java.util.List;

/// A condition, or a value in one, over a pair of rows; typed, immutable, resolved to column
/// positions.
///
/// Evaluation is left to right with Python's short circuit and has three outcomes: true, false, and
/// *undecided* - the pair would raise or leaves what is proven exact, so the [PairJudge] of the
/// join decides it. Undecided is contagious: an operand that is reached and undecided makes the
/// whole expression undecided. Whether an operand is reached follows the evaluation order, never
/// cost.
public sealed interface Expr {
  ValueType type();

  /// A column of one side's [dev.dovetail.engine.join.KeyedRows].
  record Field(Side side, int column, String name, ValueType type) implements Expr {}

  /// A constant: `null` (type NULL), `Boolean`, `BigInteger`, `Double`, `String`, or `byte[]`.
  record Literal(Constant value) implements Expr {
    @Override
    public ValueType type() {
      return value.type();
    }
  }

  /// One comparison. EQUAL and NOT_EQUAL are total: values of different families are unequal. An
  /// ordering between families, or with NULL, is undecided.
  record Compare(Comparison op, Expr left, Expr right) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// `operand is None`.
  record IsNull(Expr operand) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// `bool(operand)`: NULL, zero, empty text and empty bytes are false; NaN is true.
  record Truth(Expr operand) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// The negation of a BOOL that cannot be NULL.
  record Not(Expr operand) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// Conjunction of BOOL operands, evaluated left to right up to the first that is false.
  record And(List<Expr> operands) implements Expr {
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// Disjunction of BOOL operands, evaluated left to right up to the first that is true.
  record Or(List<Expr> operands) implements Expr {
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// A place that always leaves the decision to the judge, such as a field that the row does not
  /// show.
  record Undecided(String because) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// A function of values. It evaluates its arguments in order and is undecided where one is NULL.
  record Apply(Function function, List<Expr> arguments, ValueType type) implements Expr {
    public Apply {
      arguments = List.copyOf(arguments);
      if (arguments.size() != function.arguments().size()) {
        throw new IllegalArgumentException(function + " of " + arguments.size() + " arguments");
      }
      for (int i = 0; i < arguments.size(); i++) {
        ValueType given = arguments.get(i).type();
        ValueType wanted = function.arguments().get(i);
        if (given != wanted
            && !(given == ValueType.INSTANT && wanted == ValueType.NAIVE_TIMESTAMP)) {
          throw new IllegalArgumentException(function + " of " + arguments);
        }
      }
      if (function.result().isPresent()
          && function.result().get() != type
          && !(type == ValueType.INSTANT && function.result().get() == ValueType.NAIVE_TIMESTAMP)) {
        throw new IllegalArgumentException(function + " gives no " + type);
      }
    }
  }

  /// `then` where a BOOL that is never NULL is true, `otherwise` where it is false; only one of the
  /// two is evaluated. Both are of the type, or NULL.
  record If(Expr test, Expr then, Expr otherwise, ValueType type) implements Expr {}

  /// A part of a struct, undecided where the struct is NULL.
  ///
  /// @param index of the part among the struct's
  record Member(Expr struct, int index, String name, ValueType type) implements Expr {}

  /// A list of the values of some expressions, all of one type or NULL.
  record ListOf(List<Expr> elements) implements Expr {
    public ListOf {
      elements = List.copyOf(elements);
    }

    @Override
    public ValueType type() {
      return ValueType.LIST;
    }
  }

  /// The element at hand of the enclosing [Exists], [ForAll] or [Collect] of that number.
  record Element(int number, ValueType type) implements Expr {}

  /// Whether a BOOL is true for some element of a list, looked for up to the first.
  ///
  /// @param element the number of the [Element] in the condition
  record Exists(Expr list, int element, Expr condition) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// Whether a BOOL is true for every element of a list, looked for up to the first where it is
  /// not.
  record ForAll(Expr list, int element, Expr condition) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// The list of `value` for the elements of a list for which a BOOL is true, in order.
  record Collect(Expr list, int element, Expr condition, Expr value) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.LIST;
    }
  }

  /// True; undecided where the operand is. Stands where the language evaluates a value whose result
  /// is used later or never, such as an assignment.
  record Decided(Expr operand) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /// The direct parts of an expression, in order of evaluation.
  default List<Expr> parts() {
    return switch (this) {
      case Field _, Literal _, Undecided _, Element _ -> List.of();
      case Compare(_, Expr left, Expr right) -> List.of(left, right);
      case IsNull(Expr operand) -> List.of(operand);
      case Truth(Expr operand) -> List.of(operand);
      case Not(Expr operand) -> List.of(operand);
      case And(List<Expr> operands) -> operands;
      case Or(List<Expr> operands) -> operands;
      case Apply(_, List<Expr> arguments, _) -> arguments;
      case If(Expr test, Expr then, Expr otherwise, _) -> List.of(test, then, otherwise);
      case Member(Expr struct, _, _, _) -> List.of(struct);
      case ListOf(List<Expr> elements) -> elements;
      case Exists(Expr list, _, Expr condition) -> List.of(list, condition);
      case ForAll(Expr list, _, Expr condition) -> List.of(list, condition);
      case Collect(Expr list, _, Expr condition, Expr value) -> List.of(list, condition, value);
      case Decided(Expr operand) -> List.of(operand);
    };
  }

  /// This expression with other parts, as many as [#parts] gives.
  default Expr withParts(List<Expr> parts) {
    return switch (this) {
      case Field _, Literal _, Undecided _, Element _ -> this;
      case Compare(Comparison op, _, _) -> new Compare(op, parts.get(0), parts.get(1));
      case IsNull _ -> new IsNull(parts.getFirst());
      case Truth _ -> new Truth(parts.getFirst());
      case Not _ -> new Not(parts.getFirst());
      case And _ -> new And(parts);
      case Or _ -> new Or(parts);
      case Apply(Function function, _, ValueType type) -> new Apply(function, parts, type);
      case If(_, _, _, ValueType type) -> new If(parts.get(0), parts.get(1), parts.get(2), type);
      case Member(_, int index, String name, ValueType type) ->
          new Member(parts.getFirst(), index, name, type);
      case ListOf _ -> new ListOf(parts);
      case Exists(_, int element, _) -> new Exists(parts.get(0), element, parts.get(1));
      case ForAll(_, int element, _) -> new ForAll(parts.get(0), element, parts.get(1));
      case Collect(_, int element, _, _) ->
          new Collect(parts.get(0), element, parts.get(1), parts.get(2));
      case Decided _ -> new Decided(parts.getFirst());
    };
  }
}
