package dev.dovetail.pipelines.lower;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Term;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Lowers conditions of three-valued logic to the engine's, which knows true, false and undecided.
///
/// Two questions are asked of a condition: whether it is true, and whether it is false; NULL is
/// neither. Where CXL would fail the answer is undecided, and the pair is the judge's. What cannot
/// be asked without a difference is empty, and the whole condition is the judge's.
public final class Lowering {
  private final Fields fields;

  /// Where the columns of the inputs lie in the engine.
  public interface Fields {
    /// Empty for a column that the engine does not compare.
    Optional<Expr.Field> field(int input, int column);
  }

  public Lowering(Fields fields) {
    this.fields = fields;
  }

  /// Parts that are all true where the condition is true: what must not be NULL, and then the
  /// condition.
  public Optional<List<Expr>> parts(Term condition) {
    if (condition instanceof Term.Compare compare) {
      return compared(compare).map(Lowering::inOrder);
    }
    return isTrue(condition).map(List::of);
  }

  /// The parts of a range between two inputs, whose values are finite besides.
  public Optional<List<Expr>> rangeParts(Term.Compare range) {
    return compared(range)
        .map(
            compared -> {
              List<Expr> parts = new ArrayList<>(compared.doubts());
              parts.addAll(nonNull(compared));
              for (Expr side : compared.test().parts()) {
                if (side.type() == ValueType.FLOAT) {
                  parts.add(Function.FLOAT_IS_FINITE.of(side));
                }
              }
              parts.add(compared.test());
              return parts;
            });
  }

  /// A value.
  ///
  /// @param test the value, or the outcome; not NULL where none of `nulls` is true
  /// @param nulls tests of what makes it NULL
  /// @param doubts true, or undecided where a part fails that `test` does not reach beside a NULL
  private record Lowered(Expr test, List<Expr> nulls, List<Expr> doubts) {
    Lowered(Expr test, List<Expr> nulls) {
      this(test, nulls, List.of());
    }

    /// The same with another outcome.
    Lowered with(Expr other) {
      return new Lowered(other, nulls, doubts);
    }
  }

  private static List<Expr> inOrder(Lowered lowered) {
    return Stream.of(
            lowered.doubts().stream(), nonNull(lowered).stream(), Stream.of(lowered.test()))
        .flatMap(parts -> parts)
        .toList();
  }

  private static List<Expr> nonNull(Lowered lowered) {
    return lowered.nulls().stream().distinct().map(test -> (Expr) new Expr.Not(test)).toList();
  }

  private static Expr all(Lowered lowered) {
    List<Expr> parts = inOrder(lowered);
    return parts.size() == 1 ? parts.getFirst() : new Expr.And(parts);
  }

  private Optional<Expr> isTrue(Term term) {
    return is(true, term);
  }

  /// Whether a condition has a value; it has neither where it is NULL.
  private Optional<Expr> is(boolean wanted, Term term) {
    return switch (term) {
      case Term.Constant(Object value, _, _) ->
          Optional.of(literal(value instanceof Boolean flag && flag == wanted));
      case Term.Column column -> bool(column).map(field -> is(wanted, field));
      case Term.Compare compare -> compared(compare).map(compared -> outcome(wanted, compared));
      case Term.And(Term left, Term right, _) -> together(wanted, left, right, wanted);
      case Term.Or(Term left, Term right, _) -> together(wanted, left, right, !wanted);
      case Term.Not(Term operand, _) -> is(!wanted, operand);
      case Term.IsNull(Term operand, _) ->
          isNull(operand).map(test -> wanted ? test : new Expr.Not(test));
      case Term.Coalesce(Term.Column left, Term right, _, _) ->
          bool(left)
              .flatMap(
                  field ->
                      chosen(
                          Optional.of(new Expr.IsNull(field)),
                          is(wanted, right),
                          is(wanted, left)));
      case Term.If(Term condition, Term then, Term otherwise, _, _) ->
          chosen(isTrue(condition), is(wanted, then), is(wanted, otherwise));
      case Term.Apply apply when apply.type() == Simple.BOOL ->
          value(apply).map(lowered -> outcome(wanted, lowered));
      case Term.Coalesce _,
          Term.Variable _,
          Term.Apply _,
          Term.Let _,
          Term.ToFloat _,
          Term.ToDecimal _,
          Term.MakeArray _,
          Term.MakeMapping _,
          Term.Member _,
          Term.Each _ ->
          Optional.empty();
    };
  }

  private static Expr is(boolean wanted, Expr field) {
    Expr truth = new Expr.Truth(field);
    return wanted
        ? truth
        : new Expr.And(List.of(new Expr.Not(new Expr.IsNull(field)), new Expr.Not(truth)));
  }

  private static Expr outcome(boolean wanted, Lowered lowered) {
    return all(wanted ? lowered : lowered.with(new Expr.Not(lowered.test())));
  }

  /// Both sides have the value, or one of them. A side that is NULL decides nothing, so CXL goes on
  /// to the other one, and the engine's conjunction does not.
  private Optional<Expr> together(boolean wanted, Term left, Term right, boolean both) {
    if (!both) {
      return either(is(wanted, left), is(wanted, right));
    }
    return canFail(right) ? Optional.empty() : both(is(wanted, left), is(wanted, right));
  }

  private Optional<Expr> isNull(Term operand) {
    if (canFail(operand)) {
      return Optional.empty();
    }
    return value(operand).map(lowered -> anyOf(lowered.nulls().stream().distinct().toList()));
  }

  private Optional<Lowered> compared(Term.Compare compare) {
    Optional<Lowered> left = value(compare.left());
    Optional<Lowered> right = value(compare.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    Comparison comparison = compare.comparison();
    Expr a = left.get().test();
    Expr b = right.get().test();
    if (comparison.isOrdering()) {
      a = asFloatBeside(a, b);
      b = asFloatBeside(b, a);
    }
    return Optional.of(
        together(
            new Expr.Compare(comparison, a, b),
            List.of(compare.left(), compare.right()),
            List.of(left.get(), right.get())));
  }

  /// An ordering of an int and a float takes the int as a float.
  private static Expr asFloatBeside(Expr value, Expr other) {
    return value.type() == ValueType.INTEGER && other.type() == ValueType.FLOAT
        ? Function.INT_TO_FLOAT.of(value)
        : value;
  }

  /// The value of a function or comparison. CXL evaluates all arguments, the engine stops at a
  /// NULL: an argument that can fail beside one that can be NULL is looked at before.
  private static Lowered together(Expr value, List<Term> terms, List<Lowered> arguments) {
    List<Expr> nulls =
        arguments.stream().flatMap(argument -> argument.nulls().stream()).distinct().toList();
    List<Expr> doubts = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Lowered argument = arguments.get(i);
      doubts.addAll(argument.doubts());
      if (canFail(terms.get(i)) && !argument.nulls().containsAll(nulls)) {
        Expr decided = new Expr.Decided(argument.test());
        doubts.add(
            argument.nulls().isEmpty()
                ? decided
                : new Expr.If(anyOf(argument.nulls()), literal(true), decided, ValueType.BOOL));
      }
    }
    return new Lowered(value, nulls, doubts);
  }

  private static Expr anyOf(List<Expr> tests) {
    return switch (tests.size()) {
      case 0 -> literal(false);
      case 1 -> tests.getFirst();
      default -> new Expr.Or(tests);
    };
  }

  private Optional<Lowered> value(Term term) {
    return switch (term) {
      case Term.Constant(Object constant, _, _) when constant != null ->
          constant(constant).map(found -> new Lowered(new Expr.Literal(found), List.of()));
      case Term.Column(int input, int column, _, _) ->
          fields
              .field(input, column)
              .map(field -> new Lowered(field, List.of(new Expr.IsNull(field))));
      case Term.Apply apply -> applied(apply);
      case Term.ToFloat(Term operand, _) ->
          value(operand).map(lowered -> lowered.with(Function.INT_TO_FLOAT.of(lowered.test())));
      case Term.Coalesce(Term.Column left, Term right, _, _) ->
          value(left)
              .flatMap(
                  a ->
                      value(right)
                          .filter(b -> b.nulls().isEmpty() && b.doubts().isEmpty())
                          .filter(b -> b.test().type() == a.test().type())
                          .map(
                              b ->
                                  new Lowered(
                                      new Expr.If(
                                          a.nulls().getFirst(),
                                          b.test(),
                                          a.test(),
                                          a.test().type()),
                                      List.of())));
      case Term.Constant _,
          Term.Coalesce _,
          Term.Variable _,
          Term.Compare _,
          Term.And _,
          Term.Or _,
          Term.Not _,
          Term.IsNull _,
          Term.If _,
          Term.Let _,
          Term.ToDecimal _,
          Term.MakeArray _,
          Term.MakeMapping _,
          Term.Member _,
          Term.Each _ ->
          Optional.empty();
    };
  }

  private Optional<Lowered> applied(Term.Apply apply) {
    Optional<Function> function = LoweredFunctions.of(apply.function(), apply.arguments());
    List<Lowered> arguments = new ArrayList<>();
    for (Term argument : apply.arguments()) {
      value(argument).ifPresent(arguments::add);
    }
    if (function.isEmpty() || arguments.size() < apply.arguments().size()) {
      return Optional.empty();
    }
    Expr value = function.get().of(arguments.stream().map(Lowered::test).toArray(Expr[]::new));
    return Optional.of(together(value, apply.arguments(), arguments));
  }

  private Optional<Expr> bool(Term.Column column) {
    return column.type() == Simple.BOOL
        ? fields.field(column.input(), column.column()).map(Expr.class::cast)
        : Optional.empty();
  }

  private static Optional<Constant> constant(Object value) {
    return switch (value) {
      case Boolean flag -> Optional.of(new Constant.Bool(flag));
      case Long number -> Optional.of(new Constant.Int(BigInteger.valueOf(number)));
      case Double number -> Optional.of(new Constant.Real(number));
      case String text -> Optional.of(new Constant.Text(text));
      case BigDecimal number -> Optional.of(new Constant.Decimal(number));
      case LocalDate date -> Optional.of(new Constant.Temporal(ValueType.DATE, date.toEpochDay()));
      default -> Optional.empty();
    };
  }

  private static Expr literal(boolean value) {
    return new Expr.Literal(new Constant.Bool(value));
  }

  private static Optional<Expr> both(Optional<Expr> left, Optional<Expr> right) {
    return left.flatMap(a -> right.map(b -> new Expr.And(List.of(a, b))));
  }

  private static Optional<Expr> either(Optional<Expr> left, Optional<Expr> right) {
    return left.flatMap(a -> right.map(b -> new Expr.Or(List.of(a, b))));
  }

  private static Optional<Expr> chosen(
      Optional<Expr> test, Optional<Expr> then, Optional<Expr> otherwise) {
    return test.flatMap(
        t -> then.flatMap(a -> otherwise.map(b -> new Expr.If(t, a, b, ValueType.BOOL))));
  }

  /// Whether an evaluation may fail, for all that is known without the rows. Beside a NULL it is
  /// evaluated in CXL and not in the engine, which stops there.
  public static boolean canFail(Term term) {
    return switch (term) {
      case Term.Constant _, Term.Column _, Term.Variable _ -> false;
      case Term.Compare(_, Term left, Term right, _) -> canFail(left) || canFail(right);
      case Term.And(Term left, Term right, _) -> canFail(left) || canFail(right);
      case Term.Or(Term left, Term right, _) -> canFail(left) || canFail(right);
      case Term.Coalesce(Term left, Term right, _, _) -> canFail(left) || canFail(right);
      case Term.Not(Term operand, _) -> canFail(operand);
      case Term.IsNull(Term operand, _) -> canFail(operand);
      case Term.ToFloat(Term operand, _) -> canFail(operand);
      case Term.If(Term condition, Term then, Term otherwise, _, _) ->
          canFail(condition) || canFail(then) || canFail(otherwise);
      case Term.Apply apply ->
          !apply.function().failures().isEmpty()
              || apply.arguments().stream().anyMatch(Lowering::canFail);
      case Term.Let _,
          Term.ToDecimal _,
          Term.MakeArray _,
          Term.MakeMapping _,
          Term.Member _,
          Term.Each _ ->
          true;
    };
  }
}
