package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.Constants;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.emit.Generated;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.util.List;

/// Resolves expressions into [PairTest]s over two sides' columns.
public final class PairTests {
  private final Columns x;
  private final Columns y;

  public PairTests(Columns x, Columns y) {
    this.x = x;
    this.y = y;
  }

  /// The test of a BOOL expression: one of the tests here where it is made of comparisons of fields
  /// and constants, otherwise a class of its own.
  ///
  /// @throws IllegalArgumentException where the expression is no condition, or compares values that
  ///   are never compiled (lists, structs, timestamps in a zone with changing offset)
  public PairTest condition(Expr expr) {
    return isPlain(expr) ? plain(expr) : Generated.condition(expr, x, y);
  }

  /// Whether a condition has a test without any code being made for it.
  public static boolean isPlain(Expr expr) {
    return switch (expr) {
      case Expr.Apply _,
          Expr.Member _,
          Expr.ListOf _,
          Expr.Element _,
          Expr.Exists _,
          Expr.ForAll _,
          Expr.Collect _ ->
          false;
      case Expr.If(_, _, _, ValueType type) when type != ValueType.BOOL -> false;
      case Expr.Field _, Expr.Literal _, Expr.Undecided _ -> true;
      case Expr.Compare(_, Expr left, Expr right)
          when left.type() == ValueType.LIST && right.type() == ValueType.LIST ->
          false;
      case Expr.Compare _, Expr.IsNull _, Expr.Truth _, Expr.Decided _ ->
          expr.parts().stream().allMatch(PairTests::isPlainOperand);
      case Expr.Not _, Expr.And _, Expr.Or _, Expr.If _ ->
          expr.parts().stream().allMatch(PairTests::isPlain);
    };
  }

  /// A choice between values may be NULL, unlike one between conditions; lists have code of their
  /// own.
  private static boolean isPlainOperand(Expr expr) {
    return isLeaf(expr) || (!(expr instanceof Expr.If) && isPlain(expr));
  }

  private PairTest plain(Expr expr) {
    return switch (expr) {
      case Expr.Compare(Comparison op, Expr left, Expr right) -> compare(op, left, right);
      case Expr.IsNull(Expr operand) -> isNull(operand);
      case Expr.Truth(Expr operand) -> truth(operand);
      case Expr.Not(Expr operand) -> new LogicTest.Negation(condition(operand));
      case Expr.And(List<Expr> operands) -> new LogicTest.All(conditions(operands));
      case Expr.Or(List<Expr> operands) -> new LogicTest.Any(conditions(operands));
      case Expr.If(Expr test, Expr then, Expr otherwise, _) ->
          new LogicTest.Branch(condition(test), condition(then), condition(otherwise));
      case Expr.Decided(Expr operand) when isLeaf(operand) ->
          new LogicTest.DecidedTest(leaf(operand));
      case Expr.Decided(Expr operand) -> {
        PairTest always = new LogicTest.Always(PairTest.TRUE);
        yield new LogicTest.Branch(condition(operand), always, always);
      }
      case Expr.Undecided _ -> new LogicTest.Always(PairTest.UNDECIDED);
      case Expr.Literal(Constant.Bool(boolean value)) -> new LogicTest.Always(PairTest.of(value));
      case Expr.Literal(Constant.Null _) -> new LogicTest.Always(PairTest.UNDECIDED);
      case Expr.Literal literal -> throw noCondition(literal);
      case Expr.Field field -> {
        if (field.type() != ValueType.BOOL) {
          throw noCondition(field);
        }
        Operand operand = leaf(field);
        yield new LogicTest.BoolTest(operand, (LongColumn) operand.column());
      }
      case Expr.Apply _,
          Expr.Member _,
          Expr.ListOf _,
          Expr.Element _,
          Expr.Exists _,
          Expr.ForAll _,
          Expr.Collect _ ->
          throw noCondition(expr);
    };
  }

  private static IllegalArgumentException noCondition(Expr expr) {
    return new IllegalArgumentException(expr + " is a value, not a condition");
  }

  private PairTest[] conditions(List<Expr> operands) {
    return operands.stream().map(this::condition).toArray(PairTest[]::new);
  }

  private PairTest isNull(Expr operand) {
    if (isLeaf(operand)) {
      return new LogicTest.NullTest(leaf(operand));
    }
    PairTest never = new LogicTest.Always(PairTest.FALSE);
    return new LogicTest.Branch(condition(operand), never, never);
  }

  private PairTest truth(Expr operand) {
    if (!isLeaf(operand)) {
      return condition(operand);
    }
    return new LogicTest.TruthTest(leaf(operand));
  }

  /// A comparison with a condition as an operand is decided for both values it can have.
  private PairTest compare(Comparison op, Expr left, Expr right) {
    if (!isLeaf(left)) {
      return new LogicTest.Branch(
          condition(left), compare(op, TRUE, right), compare(op, FALSE, right));
    }
    if (!isLeaf(right)) {
      return compare(op.mirrored(), right, left);
    }
    refuseUncomparable(left);
    refuseUncomparable(right);
    return compare(op, leaf(left), leaf(right));
  }

  private static final Expr TRUE = new Expr.Literal(new Constant.Bool(true));
  private static final Expr FALSE = new Expr.Literal(new Constant.Bool(false));

  /// Compares two columns position by position, whatever their types.
  static PairTest compare(Comparison op, Operand left, Operand right) {
    ColumnData a = left.column();
    ColumnData b = right.column();
    if (!comparable(a.type(), b.type())) {
      return new FamilyCompare(op, left, right);
    }
    if (a instanceof LongColumn l && b instanceof LongColumn r) {
      return LongCompare.fits(l, r)
          ? new LongCompare(op, left, l, right, r)
          : new ScaledCompare(op, left, l, right, r);
    }
    if (a instanceof DoubleColumn l && b instanceof DoubleColumn r) {
      return new DoubleCompare(op, left, l, right, r);
    }
    if (a instanceof LongColumn l && b instanceof DoubleColumn r && isInteger(l)) {
      return new LongDoubleCompare(op, left, l, right, r);
    }
    if (a instanceof DoubleColumn l && b instanceof LongColumn r && isInteger(r)) {
      return new LongDoubleCompare(op.mirrored(), right, r, left, l);
    }
    if (a instanceof BytesColumn l && b instanceof BytesColumn r) {
      return new BytesCompare(op, left, l, right, r);
    }
    return new NumberCompare(op, left, right);
  }

  /// Whether a value of a column counts as true, by its position, which is given as that of X.
  public static PairTest positionalTruth(ColumnData column) {
    return new LogicTest.TruthTest(Operand.of(column, Side.X));
  }

  /// A comparison of a value of one column with one of another, by their positions.
  public static PairTest positional(Comparison op, ColumnData left, ColumnData right) {
    return compare(op, Operand.of(left, Side.X), Operand.of(right, Side.Y));
  }

  /// A comparison of a column of X with one of Y.
  ///
  /// @throws IllegalArgumentException where values of the types are never compiled
  public PairTest columns(Comparison op, int xColumn, int yColumn) {
    ColumnData left = x.column(xColumn);
    ColumnData right = y.column(yColumn);
    if (!isCompiled(left.type()) || !isCompiled(right.type())) {
      throw new IllegalArgumentException("no test compares " + left.type() + ", " + right.type());
    }
    return compare(op, Operand.of(left, Side.X), Operand.of(right, Side.Y));
  }

  /// Whether values of the two types have an order among each other.
  public static boolean comparable(ValueType a, ValueType b) {
    return (a == b && a != ValueType.NULL) || (a.isNumber() && b.isNumber());
  }

  /// Whether conditions on values of the type are compiled, beyond whether they are NULL.
  public static boolean isCompiled(ValueType type) {
    return type != ValueType.LIST && type != ValueType.STRUCT && type != ValueType.ZONED_TIMESTAMP;
  }

  private static boolean isInteger(LongColumn column) {
    return column.type() != ValueType.DECIMAL;
  }

  private static void refuseUncomparable(Expr operand) {
    if (!isCompiled(operand.type())) {
      throw new IllegalArgumentException(operand + " has a type that is not compiled");
    }
  }

  static boolean isLeaf(Expr expr) {
    return switch (expr) {
      case Expr.Field _, Expr.Literal _ -> true;
      default -> false;
    };
  }

  private Operand leaf(Expr expr) {
    return switch (expr) {
      case Expr.Field(Side side, int column, _, ValueType type) -> {
        ColumnData data = (side == Side.X ? x : y).column(column);
        if (data.type() != type) {
          throw new IllegalArgumentException(expr + " is typed " + data.type() + " in its rows");
        }
        yield Operand.of(data, side);
      }
      case Expr.Literal(Constant value) -> Operand.constant(Constants.column(value));
      default -> throw new IllegalStateException(expr + " is computed");
    };
  }
}
