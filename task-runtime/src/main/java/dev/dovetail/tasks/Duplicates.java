package dev.dovetail.tasks;

import java.util.Locale;

/// What becomes of X rows that share a primary key. Y rows are always all listed.
public enum Duplicates {
  /// Every X row is kept and carries the matches of its key.
  EXPAND,
  /// The first X row of each key is kept.
  COLLAPSE,
  /// Refused with E126.
  ERROR;

  /// The word that tasks use.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
