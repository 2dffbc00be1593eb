package dev.dovetail.engine.plan;

import dev.dovetail.engine.expr.Constant;
import java.util.List;

/// An exact candidate gate, resolved to columns of the two sides'
/// [dev.dovetail.engine.join.KeyedRows]: a pair outside it is a non-match, whatever the condition
/// would do. NULL is outside every kind but equality, which is Python's.
public sealed interface Gate {
  /// `x[a] == y[b]` for each column pair.
  record Equality(List<Integer> x, List<Integer> y) implements Gate {
    public Equality {
      x = List.copyOf(x);
      y = List.copyOf(y);
      if (x.isEmpty() || x.size() != y.size()) {
        throw new IllegalArgumentException("an equality gate pairs one column of X with one of Y");
      }
    }
  }

  /// `x.start <= y.end and y.start <= x.end`: both intervals closed.
  record RangeOverlap(int xStart, int xEnd, int yStart, int yEnd) implements Gate {}

  /// `abs(x - y) <= width`. For timestamps and dates the width is microseconds.
  record Band(int x, int y, Constant width) implements Gate {}

  /// The two lists have an element in common.
  record SharedToken(int x, int y) implements Gate {}

  /// The first `length` code points agree.
  record Prefix(int x, int y, int length) implements Gate {}

  /// Inside at least one of the gates.
  record AnyOf(List<Gate> gates) implements Gate {
    public AnyOf {
      gates = List.copyOf(gates);
    }
  }
}
