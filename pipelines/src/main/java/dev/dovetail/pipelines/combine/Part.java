package dev.dovetail.pipelines.combine;

import dev.dovetail.pipelines.cxl.Cxl;
import dev.dovetail.pipelines.cxl.Term;
import java.util.BitSet;
import java.util.List;

/// One of the parts of a `where` that `and` holds together at its top. They have no order: a pair
/// for which one is false or NULL does not match, whatever the others do.
///
/// @param source as it was written
/// @param inputs the inputs whose fields it reads, by position
public record Part(Kind kind, Term term, Cxl source, BitSet inputs) {
  /// What a part can do for a join.
  public enum Kind {
    /// An equality between two inputs.
    EQUALITY,
    /// An ordering between two inputs; a value that has no order, such as NaN, satisfies none.
    RANGE,
    /// Anything else.
    RESIDUAL
  }

  static Part of(Term term, Cxl source) {
    return new Part(kind(term), term, source, inputsOf(term));
  }

  private static Kind kind(Term term) {
    if (!(term instanceof Term.Compare(var comparison, Term left, Term right, _))) {
      return Kind.RESIDUAL;
    }
    BitSet a = inputsOf(left);
    BitSet b = inputsOf(right);
    if (a.cardinality() != 1 || b.cardinality() != 1 || a.equals(b)) {
      return Kind.RESIDUAL;
    }
    return switch (comparison) {
      case EQUAL -> Kind.EQUALITY;
      case NOT_EQUAL -> Kind.RESIDUAL;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> Kind.RANGE;
    };
  }

  /// Whether it relates an input to some that are reached.
  boolean links(int input, BitSet reached) {
    if (kind == Kind.RESIDUAL || !inputs.get(input)) {
      return false;
    }
    BitSet other = (BitSet) inputs.clone();
    other.clear(input);
    return reached.intersects(other);
  }

  static BitSet inputsOf(Term term) {
    BitSet inputs = new BitSet();
    collect(term, inputs);
    return inputs;
  }

  private static void collect(Term term, BitSet inputs) {
    if (term instanceof Term.Column column) {
      inputs.set(column.input());
    }
    operands(term).forEach(part -> collect(part, inputs));
  }

  static List<Term> operands(Term term) {
    return switch (term) {
      case Term.Constant _, Term.Column _, Term.Variable _ -> List.of();
      case Term.Apply(_, List<Term> arguments, _, _) -> arguments;
      case Term.Compare(_, Term left, Term right, _) -> List.of(left, right);
      case Term.And(Term left, Term right, _) -> List.of(left, right);
      case Term.Or(Term left, Term right, _) -> List.of(left, right);
      case Term.Not(Term operand, _) -> List.of(operand);
      case Term.IsNull(Term operand, _) -> List.of(operand);
      case Term.Coalesce(Term left, Term right, _, _) -> List.of(left, right);
      case Term.If(Term condition, Term then, Term otherwise, _, _) ->
          List.of(condition, then, otherwise);
      case Term.Let(_, Term value, Term body, _) -> List.of(value, body);
      case Term.ToFloat(Term operand, _) -> List.of(operand);
      case Term.ToDecimal(Term operand, _, _) -> List.of(operand);
      case Term.MakeArray(List<Term> elements, _, _) -> elements;
      case Term.MakeMapping(List<Term> values, _, _) -> values;
      case Term.Member(Term target, _, _, _) -> List.of(target);
      case Term.Each(_, Term array, _, Term body, _, _) -> List.of(array, body);
    };
  }
}
