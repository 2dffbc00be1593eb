package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.BigColumn;
import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.NullityColumn;
import dev.dovetail.engine.column.StructColumn;
import dev.dovetail.engine.expr.ValueType;

/// Tests that are made of tests, and those of a single operand.
final class LogicTest {
  private LogicTest() {}

  /// The same outcome for every pair.
  static final class Always extends PairTest {
    private final byte outcome;

    Always(byte outcome) {
      this.outcome = outcome;
    }

    @Override
    public byte test(int x, int y) {
      return outcome;
    }
  }

  /// True up to the first operand that is not.
  static final class All extends PairTest {
    private final PairTest[] operands;

    All(PairTest[] operands) {
      this.operands = operands;
    }

    @Override
    public byte test(int x, int y) {
      for (PairTest operand : operands) {
        byte outcome = operand.test(x, y);
        if (outcome != TRUE) {
          return outcome;
        }
      }
      return TRUE;
    }
  }

  /// False up to the first operand that is not.
  static final class Any extends PairTest {
    private final PairTest[] operands;

    Any(PairTest[] operands) {
      this.operands = operands;
    }

    @Override
    public byte test(int x, int y) {
      for (PairTest operand : operands) {
        byte outcome = operand.test(x, y);
        if (outcome != FALSE) {
          return outcome;
        }
      }
      return FALSE;
    }
  }

  static final class Negation extends PairTest {
    private final PairTest operand;

    Negation(PairTest operand) {
      this.operand = operand;
    }

    @Override
    public byte test(int x, int y) {
      byte outcome = operand.test(x, y);
      return outcome == UNDECIDED ? UNDECIDED : (byte) (1 - outcome);
    }
  }

  /// One test where a condition is true, another where it is false.
  static final class Branch extends PairTest {
    private final PairTest condition;
    private final PairTest whenTrue;
    private final PairTest whenFalse;

    Branch(PairTest condition, PairTest whenTrue, PairTest whenFalse) {
      this.condition = condition;
      this.whenTrue = whenTrue;
      this.whenFalse = whenFalse;
    }

    @Override
    public byte test(int x, int y) {
      byte outcome = condition.test(x, y);
      if (outcome == UNDECIDED) {
        return UNDECIDED;
      }
      return outcome == TRUE ? whenTrue.test(x, y) : whenFalse.test(x, y);
    }
  }

  /// True unless a value is odd.
  static final class DecidedTest extends PairTest {
    private final Operand operand;

    DecidedTest(Operand operand) {
      this.operand = operand;
    }

    @Override
    public byte test(int x, int y) {
      return operand.column().isOdd(operand.at(x, y)) ? UNDECIDED : TRUE;
    }
  }

  static final class NullTest extends PairTest {
    private final Operand operand;
    private final ColumnData column;

    NullTest(Operand operand) {
      this.operand = operand;
      this.column = operand.column();
    }

    @Override
    public byte test(int x, int y) {
      int i = operand.at(x, y);
      return column.isOdd(i) ? UNDECIDED : of(column.isNull(i));
    }
  }

  /// A BOOL operand as a condition: undecided where it is NULL.
  static final class BoolTest extends PairTest {
    private final Operand operand;
    private final LongColumn column;

    BoolTest(Operand operand, LongColumn column) {
      this.operand = operand;
      this.column = column;
    }

    @Override
    public byte test(int x, int y) {
      int i = operand.at(x, y);
      return column.isNull(i) || column.isOdd(i) ? UNDECIDED : (byte) column.raw(i);
    }
  }

  /// Whether a value counts as true: not NULL, not zero, not empty.
  static final class TruthTest extends PairTest {
    private final Operand operand;
    private final ColumnData column;

    TruthTest(Operand operand) {
      this.operand = operand;
      this.column = operand.column();
    }

    @Override
    public byte test(int x, int y) {
      int i = operand.at(x, y);
      if (column.isOdd(i)) {
        return UNDECIDED;
      }
      return of(!column.isNull(i) && truth(i));
    }

    private boolean truth(int i) {
      return switch (column) {
        case LongColumn longs -> alwaysTrue(longs.type()) || longs.raw(i) != 0;
        // what is not a number is not zero
        case DoubleColumn doubles -> doubles.value(i) != 0.0;
        case BigColumn bigs -> bigs.value(i).signum() != 0;
        case BytesColumn bytes -> bytes.length(i) != 0;
        case ListColumn lists -> lists.end(i) > lists.start(i);
        case StructColumn _, NullityColumn _ ->
            throw new IllegalStateException("the truth of " + column.type() + " is not compiled");
      };
    }

    private static boolean alwaysTrue(ValueType type) {
      return switch (type) {
        case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP -> true;
        case NULL, BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY, DURATION, LIST, STRUCT -> false;
      };
    }
  }
}
