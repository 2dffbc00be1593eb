package dev.dovetail.pipelines.cxl;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An expression whose names and types are settled: what the interpreter evaluates.
///
/// Evaluation is from left to right and has three outcomes: a value, NULL, or a failure. Logic is
/// three-valued: `false and x` is false and `true or x` is true without a look at `x`.
public sealed interface Term {
  CxlType type();

  Place place();

  /// A value that the text has.
  ///
  /// @param value as [CxlType] says, or null for NULL
  record Constant(@Nullable Object value, CxlType type, Place place) implements Term {}

  /// A field of a row.
  ///
  /// @param input the position of the input among those of the node
  /// @param column the position of the column in it
  record Column(int input, int column, CxlType type, Place place) implements Term {}

  /// What a `let`, a lambda or a comprehension has named.
  record Variable(int slot, CxlType type, Place place) implements Term {}

  /// NULL where an argument is NULL, else the function's value.
  record Apply(CxlFunction function, List<Term> arguments, CxlType type, Place place)
      implements Term {
    public Apply {
      arguments = List.copyOf(arguments);
    }
  }

  /// NULL where a side is NULL. An ordering of an int and a float compares the int as a float;
  /// equality is exact.
  record Compare(Comparison comparison, Term left, Term right, Place place) implements Term {
    @Override
    public CxlType type() {
      return Simple.BOOL;
    }
  }

  record And(Term left, Term right, Place place) implements Term {
    @Override
    public CxlType type() {
      return Simple.BOOL;
    }
  }

  record Or(Term left, Term right, Place place) implements Term {
    @Override
    public CxlType type() {
      return Simple.BOOL;
    }
  }

  record Not(Term operand, Place place) implements Term {
    @Override
    public CxlType type() {
      return Simple.BOOL;
    }
  }

  /// Never NULL.
  record IsNull(Term operand, Place place) implements Term {
    @Override
    public CxlType type() {
      return Simple.BOOL;
    }
  }

  /// The left one, or where it is NULL the right one.
  record Coalesce(Term left, Term right, CxlType type, Place place) implements Term {}

  /// `otherwise` where the condition is false or NULL.
  record If(Term condition, Term then, Term otherwise, CxlType type, Place place) implements Term {}

  /// An evaluation whose value a slot holds for the body.
  record Let(int slot, Term value, Term body, Place place) implements Term {
    @Override
    public CxlType type() {
      return body.type();
    }
  }

  /// The int as the float that is nearest.
  record ToFloat(Term operand, Place place) implements Term {
    @Override
    public CxlType type() {
      return Simple.FLOAT;
    }
  }

  /// The int, or the decimal of fewer digits, as a decimal.
  record ToDecimal(Term operand, CxlType.Decimal type, Place place) implements Term {}

  record MakeArray(List<Term> elements, CxlType type, Place place) implements Term {
    public MakeArray {
      elements = List.copyOf(elements);
    }
  }

  record MakeMapping(List<Term> values, CxlType.Mapping type, Place place) implements Term {
    public MakeMapping {
      values = List.copyOf(values);
    }
  }

  /// An entry of a map.
  record Member(Term target, String name, CxlType type, Place place) implements Term {}

  /// Something done with each element of an array; NULL where the array is NULL.
  ///
  /// @param slot holds the element for the body
  record Each(Kind kind, Term array, int slot, Term body, CxlType type, Place place)
      implements Term {
    /// What is done, and the name of the method that asks for it.
    public enum Kind {
      MAP,
      FILTER,
      ANY,
      ALL,
      FIND,
      FLAT_MAP
    }
  }
}
