package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.Constants;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// On which pairs of two sides a condition may be undecided, given what their columns hold. The
/// answer errs towards more.
public final class Totality {
  private static final Set<Function> SETS =
      EnumSet.of(
          Function.SET_AND,
          Function.SET_OR,
          Function.SET_MINUS,
          Function.SET_XOR,
          Function.SET_EQUAL,
          Function.SET_WITHIN,
          Function.SET_STRICTLY_WITHIN,
          Function.SET_DISJOINT);

  private final Columns x;
  private final Columns y;
  private final Ranges ranges;

  /// The elements that the loops at hand run over.
  private final Map<Integer, ColumnData> elements = new HashMap<>();

  public Totality(Columns x, Columns y) {
    this.x = x;
    this.y = y;
    this.ranges = new Ranges(x, y);
  }

  /// Where a condition may be undecided.
  public sealed interface Extent {
    /// On no pair.
    record Total() implements Extent {}

    /// Only on pairs with one of these positions of X, or one of these of Y; not necessarily on all
    /// of them.
    record BySide(BitSet x, BitSet y) implements Extent {}

    /// On pairs that no position gives away.
    record ByPair() implements Extent {}
  }

  private static final Extent BY_PAIR = new Extent.ByPair();

  /// Whether a condition is decided on every pair.
  public boolean isTotal(Expr condition) {
    return of(condition) instanceof Extent.Total;
  }

  public Extent of(Expr condition) {
    Doubts doubts = new Doubts();
    collect(condition, doubts);
    return doubts.byPair
        ? BY_PAIR
        : doubts.x.isEmpty() && doubts.y.isEmpty()
            ? new Extent.Total()
            : new Extent.BySide(doubts.x, doubts.y);
  }

  /// What is known so far.
  private static final class Doubts {
    private final BitSet x = new BitSet();
    private final BitSet y = new BitSet();
    private boolean byPair;
  }

  private void collect(Expr expr, Doubts doubts) {
    if (doubts.byPair) {
      return;
    }
    switch (expr) {
      case Expr.Compare(Comparison op, Expr left, Expr right) -> {
        operand(left, doubts);
        operand(right, doubts);
        if (op.isOrdering()) {
          ordered(left, right, doubts);
        }
        // two values that lie in columns are compared there, whatever their form
        boolean inPlace = isRead(left) && isRead(right) && left.type() != ValueType.LIST;
        doubts.byPair |= !inPlace && !(fits(left) && fits(right));
      }
      case Expr.IsNull(Expr operand) -> operand(operand, doubts);
      case Expr.Truth(Expr operand) -> operand(operand, doubts);
      case Expr.Decided(Expr operand) -> operand(operand, doubts);
      case Expr.Not _, Expr.And _, Expr.Or _ -> expr.parts().forEach(part -> collect(part, doubts));
      case Expr.If(Expr test, Expr then, Expr otherwise, _) -> {
        collect(test, doubts);
        branch(expr, then, doubts);
        branch(expr, otherwise, doubts);
      }
      case Expr.Exists(Expr list, int element, Expr condition) ->
          quantified(list, element, condition, doubts);
      case Expr.ForAll(Expr list, int element, Expr condition) ->
          quantified(list, element, condition, doubts);
      case Expr.Literal(Constant value) -> doubts.byPair |= !(value instanceof Constant.Bool);
      case Expr.Field _, Expr.Apply _ -> value(expr, doubts);
      case Expr.Undecided _, Expr.Member _, Expr.ListOf _, Expr.Element _, Expr.Collect _ ->
          doubts.byPair = true;
    }
  }

  /// A loop over the list of a column: what its elements lack counts for every pair.
  private void quantified(Expr list, int element, Expr condition, Doubts doubts) {
    value(list, doubts);
    if (!(list instanceof Expr.Field(Side side, int column, _, _))) {
      doubts.byPair = true;
      return;
    }
    ColumnData outer = elements.put(element, ((ListColumn) column(side, column)).elements());
    collect(condition, doubts);
    if (outer == null) {
      elements.remove(element);
    } else {
      elements.put(element, outer);
    }
  }

  private void branch(Expr whole, Expr part, Doubts doubts) {
    if (whole.type() == ValueType.BOOL) {
      collect(part, doubts);
    } else {
      operand(part, doubts);
      doubts.byPair |= !fits(part);
    }
  }

  /// A value that may be NULL.
  private void operand(Expr expr, Doubts doubts) {
    switch (expr) {
      case Expr.Field(Side side, int column, _, _) -> {
        ColumnData data = column(side, column);
        if (data.hasOdd()) {
          mark(data, side, doubts, false);
        }
      }
      case Expr.Literal _ -> {}
      case Expr.Element(int number, _) -> {
        ColumnData data = elements.get(number);
        doubts.byPair |= data == null || data.hasOdd();
      }
      case Expr.If(_, _, _, ValueType type) when type != ValueType.BOOL -> collect(expr, doubts);
      case Expr.Apply _ -> value(expr, doubts);
      case Expr.Member _, Expr.ListOf _, Expr.Collect _ -> doubts.byPair = true;
      default -> collect(expr, doubts);
    }
  }

  /// A value that must not be NULL.
  private void value(Expr expr, Doubts doubts) {
    switch (expr) {
      case Expr.Field(Side side, int column, _, _) -> {
        ColumnData data = column(side, column);
        if (data.hasNulls() || data.hasOdd()) {
          mark(data, side, doubts, true);
        }
      }
      case Expr.Literal(Constant constant) -> doubts.byPair |= constant instanceof Constant.Null;
      case Expr.Element(int number, _) -> {
        ColumnData data = elements.get(number);
        doubts.byPair |= data == null || data.hasOdd() || data.hasNulls();
      }
      case Expr.Apply(Function function, List<Expr> arguments, _)
          when function == Function.DURATION_ABS && isDifference(arguments.getFirst()) ->
          value(arguments.getFirst(), doubts);
      case Expr.Apply(Function function, List<Expr> arguments, _)
          when function == Function.DURATION_TOTAL_SECONDS
              && isDifference(arguments.getFirst())
              && ranges.hasSeconds(arguments.getFirst()) ->
          value(arguments.getFirst(), doubts);
      case Expr.Apply apply when isOfPlainSets(apply) ->
          apply.arguments().forEach(argument -> value(argument, doubts));
      case Expr.Apply(Function function, List<Expr> arguments, _) -> {
        arguments.forEach(argument -> value(argument, doubts));
        doubts.byPair |=
            switch (function.guard()) {
              case NONE -> !arguments.stream().allMatch(this::fits);
              case RANGE -> !ranges.isKnown(expr);
              case VALUE -> true;
            };
      }
      case Expr.If(Expr test, Expr then, Expr otherwise, ValueType type)
          when type != ValueType.BOOL -> {
        collect(test, doubts);
        value(then, doubts);
        value(otherwise, doubts);
      }
      default -> operand(expr, doubts);
    }
  }

  private static boolean isRead(Expr expr) {
    return expr instanceof Expr.Field
        || expr instanceof Expr.Literal
        || expr instanceof Expr.Element;
  }

  /// Whether a duration lies between two dates or timestamps, so that its opposite is one too.
  private static boolean isDifference(Expr expr) {
    return expr instanceof Expr.Apply(Function function, _, _)
        && (function == Function.DATE_DIFFERENCE || function == Function.MOMENT_DIFFERENCE);
  }

  /// Whether a function of two sets takes lists of columns whose elements a set holds by value.
  private boolean isOfPlainSets(Expr.Apply apply) {
    return SETS.contains(apply.function())
        && apply.arguments().stream().allMatch(this::isListOfPlain);
  }

  private boolean isListOfPlain(Expr expr) {
    if (!(expr instanceof Expr.Field(Side side, int column, _, _))
        || !(column(side, column) instanceof ListColumn lists)) {
      return false;
    }
    ColumnData elements = lists.elements();
    return !elements.hasOdd()
        && !elements.hasNaN()
        && PairTests.isCompiled(elements.type())
        && ranges.fits(elements);
  }

  /// Whether computations take every value of an expression. They take no integer past 63 bits, no
  /// timestamp below the microsecond, and no list, whose elements are not looked at here.
  private boolean fits(Expr expr) {
    return switch (expr) {
      case Expr.Field(Side side, int column, _, _) -> ranges.fits(column(side, column));
      case Expr.Element(int number, _) -> {
        ColumnData data = elements.get(number);
        yield data != null && ranges.fits(data);
      }
      case Expr.Literal(Constant constant) ->
          constant instanceof Constant.Null || ranges.fits(Constants.column(constant));
      case Expr.Apply apply when isOfPlainSets(apply) -> true;
      default -> expr.type() != ValueType.LIST;
    };
  }

  private static void mark(ColumnData data, Side side, Doubts doubts, boolean nulls) {
    BitSet marked = side == Side.X ? doubts.x : doubts.y;
    for (int p = 0; p < data.size(); p++) {
      if (data.isOdd(p) || (nulls && data.isNull(p))) {
        marked.set(p);
      }
    }
  }

  private void ordered(Expr left, Expr right, Doubts doubts) {
    if (!PairTests.comparable(left.type(), right.type())) {
      doubts.byPair = true;
      return;
    }
    value(left, doubts);
    value(right, doubts);
    if ((left.type() == ValueType.DECIMAL && mayBeNaN(right))
        || (right.type() == ValueType.DECIMAL && mayBeNaN(left))) {
      doubts.byPair = true;
    }
  }

  private boolean mayBeNaN(Expr operand) {
    return operand.type() == ValueType.FLOAT
        && switch (operand) {
          case Expr.Field(Side side, int column, _, _) -> column(side, column).hasNaN();
          case Expr.Literal(Constant constant) -> Constants.column(constant).hasNaN();
          default -> true;
        };
  }

  private ColumnData column(Side side, int column) {
    return (side == Side.X ? x : y).column(column);
  }
}
