package dev.dovetail.engine.expr;

/// The six comparisons.
public enum Comparison {
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">=");

  private final String symbol;

  Comparison(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }

  public boolean isOrdering() {
    return this != EQUAL && this != NOT_EQUAL;
  }

  /// The comparison that holds of (b, a) exactly where this one holds of (a, b). `mirrored` twice
  /// is the identity.
  public Comparison mirrored() {
    return switch (this) {
      case EQUAL -> EQUAL;
      case NOT_EQUAL -> NOT_EQUAL;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
    };
  }

  /// Whether a three-way result (negative, zero, positive) satisfies this comparison.
  public boolean holds(int threeWay) {
    return switch (this) {
      case EQUAL -> threeWay == 0;
      case NOT_EQUAL -> threeWay != 0;
      case LESS -> threeWay < 0;
      case LESS_OR_EQUAL -> threeWay <= 0;
      case GREATER -> threeWay > 0;
      case GREATER_OR_EQUAL -> threeWay >= 0;
    };
  }
}
