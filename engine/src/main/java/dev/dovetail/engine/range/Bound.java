package dev.dovetail.engine.range;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;

/// A condition that, for a value of X, allows the values of a column of Y that lie in one interval.
public sealed interface Bound {
  /// The column of X.
  int x();

  /// The column of Y.
  int y();

  /// `x op y`, an ordering.
  record Ordered(Comparison op, int x, int y) implements Bound {
    public Ordered {
      if (!op.isOrdering()) {
        throw new IllegalArgumentException(op + " is no ordering");
      }
    }
  }

  /// `abs(x - y) <= width`, or `<` it; the difference as conditions take it. For dates, timestamps
  /// and durations the width is microseconds.
  record Band(int x, int y, Constant width, boolean strict) implements Bound {}

  /// `x - y op width`, an ordering; the difference and the width as with [Band].
  record Difference(Comparison op, int x, int y, Constant width) implements Bound {
    public Difference {
      if (!op.isOrdering()) {
        throw new IllegalArgumentException(op + " is no ordering");
      }
    }
  }
}
