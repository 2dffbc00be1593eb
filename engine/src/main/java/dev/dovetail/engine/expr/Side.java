package dev.dovetail.engine.expr;

/// The two roles of a join.
public enum Side {
  X,
  Y;

  public Side other() {
    return this == X ? Y : X;
  }
}
