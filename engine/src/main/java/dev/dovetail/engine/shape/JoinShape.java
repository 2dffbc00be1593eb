package dev.dovetail.engine.shape;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a user sees of a match relation.
public enum JoinShape {
  /// X rows with the list of their matches.
  MATCHES,
  /// A row for each pair of an X row and a Y row that match.
  INNER,
  /// The same, and X rows without a match with NULL for Y.
  LEFT,
  /// As INNER, and at the end Y rows without a match with NULL for X.
  RIGHT,
  /// LEFT and RIGHT together.
  FULL,
  /// X rows with their earliest match, or NULL.
  FIRST,
  /// X rows with the match that is latest by a column of Y, of equal ones the one that arrived
  /// last; or NULL.
  AS_OF,
  /// X rows that have a match.
  SEMI,
  /// X rows that have none.
  ANTI,
  /// X rows with the number of their matches.
  DEGREES;

  /// The name in tasks and on the command line.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<JoinShape> named(String label) {
    return Arrays.stream(values()).filter(shape -> shape.label().equals(label)).findFirst();
  }

  /// Whether X rows without a match are written with NULL for Y.
  boolean keepsX() {
    return switch (this) {
      case LEFT, FULL, FIRST, AS_OF -> true;
      case MATCHES, INNER, RIGHT, SEMI, ANTI, DEGREES -> false;
    };
  }

  /// Whether Y rows without a match are written with NULL for X.
  boolean keepsY() {
    return this == RIGHT || this == FULL;
  }

  /// Whether rows have columns of Y.
  boolean showsY() {
    return switch (this) {
      case INNER, LEFT, RIGHT, FULL, FIRST, AS_OF -> true;
      case MATCHES, SEMI, ANTI, DEGREES -> false;
    };
  }
}
