package dev.dovetail.pipelines.cxl;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/// The tree of a CXL text, as it was written: names are not resolved, types not known.
public sealed interface Cxl {
  Place place();

  /// The statements of a body, in order.
  record Program(List<Statement> statements) {
    public Program {
      statements = List.copyOf(statements);
    }
  }

  sealed interface Statement {
    Place place();
  }

  /// `emit name = value`: a column of the row that goes out.
  record Emit(String name, Cxl value, Place place) implements Statement {}

  /// `let name = value`: a name for the statements that follow.
  record Let(String name, Cxl value, Place place) implements Statement {}

  /// `filter condition`: the row goes on where it is true.
  record Filter(Cxl condition, Place place) implements Statement {}

  /// A number without a point; it need not fit 64 bits until it is bound.
  record Int(BigInteger value, Place place) implements Cxl {}

  record Real(double value, Place place) implements Cxl {}

  record Text(String value, Place place) implements Cxl {}

  record Bool(boolean value, Place place) implements Cxl {}

  record Null(Place place) implements Cxl {}

  record Date(LocalDate value, Place place) implements Cxl {}

  record DateTime(LocalDateTime value, Place place) implements Cxl {}

  /// A field, a variable, or the qualifier of a field.
  record Name(String text, Place place) implements Cxl {}

  /// `target.name`: a field of an input, or of a map.
  record Member(Cxl target, String name, Place place) implements Cxl {}

  /// `target.function(arguments)`.
  record Call(Cxl target, String function, List<Cxl> arguments, Place place) implements Cxl {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /// `variable => body`, an argument only.
  record Lambda(String variable, Cxl body, Place place) implements Cxl {}

  record Negate(Cxl operand, Place place) implements Cxl {}

  record Not(Cxl operand, Place place) implements Cxl {}

  record Binary(Operator operator, Cxl left, Cxl right, Place place) implements Cxl {}

  /// Without `otherwise` it is NULL where the condition is not true.
  record If(Cxl condition, Cxl then, Optional<Cxl> otherwise, Place place) implements Cxl {}

  /// The result of the first arm whose pattern equals the subject, else `otherwise`, else NULL.
  record Match(Cxl subject, List<Arm> arms, Optional<Cxl> otherwise, Place place) implements Cxl {
    public Match {
      arms = List.copyOf(arms);
    }
  }

  record Arm(Cxl pattern, Cxl result) {}

  record Array(List<Cxl> elements, Place place) implements Cxl {
    public Array {
      elements = List.copyOf(elements);
    }
  }

  /// `[element for variable in array if condition]`.
  record Comprehension(
      Cxl element, String variable, Cxl array, Optional<Cxl> condition, Place place)
      implements Cxl {}

  record Mapping(List<Entry> entries, Place place) implements Cxl {
    public Mapping {
      entries = List.copyOf(entries);
    }
  }

  record Entry(String name, Cxl value) {}

  /// The operators between two operands.
  enum Operator {
    MULTIPLY("*", 7),
    DIVIDE("/", 7),
    MODULO("%", 7),
    ADD("+", 6),
    SUBTRACT("-", 6),
    EQUAL("==", 5),
    NOT_EQUAL("!=", 5),
    LESS("<", 5),
    LESS_OR_EQUAL("<=", 5),
    GREATER(">", 5),
    GREATER_OR_EQUAL(">=", 5),
    AND("and", 4),
    OR("or", 3),
    COALESCE("??", 2);

    private final String symbol;
    private final int precedence;

    Operator(String symbol, int precedence) {
      this.symbol = symbol;
      this.precedence = precedence;
    }

    public String symbol() {
      return symbol;
    }

    /// The tighter it binds, the larger.
    int precedence() {
      return precedence;
    }

    static Operator of(String symbol) {
      for (Operator operator : values()) {
        if (operator.symbol.equals(symbol)) {
          return operator;
        }
      }
      throw new IllegalArgumentException(symbol);
    }
  }
}
