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
}
