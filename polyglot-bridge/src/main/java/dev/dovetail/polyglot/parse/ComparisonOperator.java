package dev.dovetail.polyglot.parse;

/// The ten comparison operators of Python.
public enum ComparisonOperator {
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  IS("is"),
  IS_NOT("is not"),
  IN("in"),
  NOT_IN("not in");

  private final String symbol;

  ComparisonOperator(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}
