package dev.dovetail.engine.shape;

/// What becomes of X rows that share a primary key.
public enum Duplicates {
  /// Every row is kept and carries its key's matches.
  EXPAND,
  /// The first row of each key is kept.
  COLLAPSE
}
