package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Evaluates terms row by row: what a text means. One per thread.
public final class Interpreter {
  private static final int MOST_ELEMENTS = 1_000_000;

  private final Object[] slots;
  private Fields fields;

  /// An interpreter that has seen no row yet.
  ///
  /// @param slots how many the terms need
  public Interpreter(int slots) {
    this.slots = new Object[slots];
    this.fields =
        (_, _) -> {
          throw new IllegalStateException("no row yet");
        };
  }

  /// Begins with a row; what the slots held is forgotten.
  public Interpreter at(Fields row) {
    fields = row;
    Arrays.fill(slots, null);
    return this;
  }

  /// Gives a slot a value for the terms that follow.
  public void let(int slot, @Nullable Object value) {
    slots[slot] = value;
  }

  /// The value; null for NULL.
  public @Nullable Object value(Term term) throws CxlFailure {
    return switch (term) {
      case Term.Constant(Object value, _, _) -> value;
      case Term.Column(int input, int column, _, _) -> fields.value(input, column);
      case Term.Variable(int slot, _, _) -> slots[slot];
      case Term.Apply apply -> apply(apply);
      case Term.Compare compare -> compare(compare);
      case Term.And(Term left, Term right, _) -> logic(left, right, false);
      case Term.Or(Term left, Term right, _) -> logic(left, right, true);
      case Term.Not(Term operand, _) -> value(operand) instanceof Boolean flag ? !flag : null;
      case Term.IsNull(Term operand, _) -> value(operand) == null;
      case Term.Coalesce(Term left, Term right, _, _) -> {
        Object first = value(left);
        yield first != null ? first : value(right);
      }
      case Term.If(Term condition, Term then, Term otherwise, _, _) ->
          value(isTrue(condition) ? then : otherwise);
      case Term.Let(int slot, Term bound, Term body, _) -> {
        slots[slot] = value(bound);
        yield value(body);
      }
      case Term.ToFloat(Term operand, _) -> {
        Object number = value(operand);
        yield number == null ? null : (Object) Arithmetic.integer(number).doubleValue();
      }
      case Term.ToDecimal(Term operand, var type, _) -> {
        Object number = value(operand);
        yield number == null ? null : Conversions.toDecimal(number, type.scale());
      }
      case Term.MakeArray(List<Term> elements, _, _) -> all(elements);
      case Term.MakeMapping(List<Term> values, var type, _) -> mapping(values, type);
      case Term.Member(Term target, String name, _, _) ->
          value(target) instanceof Map<?, ?> map ? map.get(name) : null;
      case Term.Each each -> each(each);
    };
  }

  /// Whether it is true; neither false nor NULL.
  public boolean isTrue(Term term) throws CxlFailure {
    return Boolean.TRUE.equals(value(term));
  }

  private @Nullable Object apply(Term.Apply apply) throws CxlFailure {
    List<Term> terms = apply.arguments();
    Object[] arguments = new Object[terms.size()];
    boolean isNull = false;
    for (int i = 0; i < arguments.length; i++) {
      Object argument = value(terms.get(i));
      if (argument == null) {
        isNull = true;
      } else {
        arguments[i] = argument;
      }
    }
    return isNull ? null : apply.function().body().apply(arguments);
  }

  private @Nullable Boolean compare(Term.Compare compare) throws CxlFailure {
    Object left = value(compare.left());
    Object right = value(compare.right());
    if (left == null || right == null) {
      return null;
    }
    return switch (compare.comparison()) {
      case EQUAL -> Values.equal(left, right);
      case NOT_EQUAL -> !Values.equal(left, right);
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
        if (Values.isNan(left) || Values.isNan(right)) {
          yield false;
        }
        yield compare.comparison().holds(Values.order(left, right));
      }
    };
  }

  /// Kleene's logic: a side that decides decides, whatever the other is.
  ///
  /// @param deciding false of a conjunction, true of a disjunction
  private @Nullable Boolean logic(Term left, Term right, boolean deciding) throws CxlFailure {
    Boolean first = (Boolean) value(left);
    if (first != null && first == deciding) {
      return deciding;
    }
    Boolean second = (Boolean) value(right);
    if (second != null && second == deciding) {
      return deciding;
    }
    return (first == null || second == null) ? null : Boolean.valueOf(!deciding);
  }

  private List<@Nullable Object> all(List<Term> terms) throws CxlFailure {
    List<@Nullable Object> values = new ArrayList<>(terms.size());
    for (Term term : terms) {
      values.add(value(term));
    }
    return Collections.unmodifiableList(values);
  }

  private Map<String, @Nullable Object> mapping(List<Term> values, CxlType.Mapping type)
      throws CxlFailure {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      map.put(type.entries().get(i).name(), value(values.get(i)));
    }
    return Collections.unmodifiableMap(map);
  }

  private @Nullable Object each(Term.Each each) throws CxlFailure {
    if (!(value(each.array()) instanceof List<?> array)) {
      return null;
    }
    return switch (each.kind()) {
      case MAP -> {
        List<@Nullable Object> mapped = new ArrayList<>();
        for (Object element : array) {
          mapped.add(body(each, element));
        }
        yield Collections.unmodifiableList(mapped);
      }
      case FLAT_MAP -> {
        List<@Nullable Object> mapped = new ArrayList<>();
        for (Object element : array) {
          if (body(each, element) instanceof List<?> more) {
            mapped.addAll(more);
          }
          if (mapped.size() > MOST_ELEMENTS) {
            throw new CxlFailure(
                Kind.TOO_LARGE, "the array has more than " + MOST_ELEMENTS + " elements");
          }
        }
        yield Collections.unmodifiableList(mapped);
      }
      case FILTER -> {
        List<@Nullable Object> kept = new ArrayList<>();
        for (Object element : array) {
          if (Boolean.TRUE.equals(body(each, element))) {
            kept.add(element);
          }
        }
        yield Collections.unmodifiableList(kept);
      }
      case FIND -> {
        for (Object element : array) {
          if (Boolean.TRUE.equals(body(each, element))) {
            yield element;
          }
        }
        yield null;
      }
      case ANY -> decided(each, array, true);
      case ALL -> decided(each, array, false);
    };
  }

  /// Like a disjunction, or a conjunction, over the elements.
  private @Nullable Boolean decided(Term.Each each, List<?> array, boolean deciding)
      throws CxlFailure {
    boolean unknown = false;
    for (Object element : array) {
      Boolean value = (Boolean) body(each, element);
      if (value == null) {
        unknown = true;
      } else if (value == deciding) {
        return deciding;
      }
    }
    return unknown ? null : Boolean.valueOf(!deciding);
  }

  private @Nullable Object body(Term.Each each, @Nullable Object element) throws CxlFailure {
    slots[each.slot()] = element;
    return value(each.body());
  }
}
