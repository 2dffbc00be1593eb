package dev.dovetail.engine.expr;

/// The families of values that conditions tell apart. Within a family all values compare with each
/// other; across families equality is false and ordering undecided, except that BOOL, INTEGER,
/// FLOAT and DECIMAL are one family of numbers, compared exactly.
public enum ValueType {
  NULL,
  BOOL,
  INTEGER,
  FLOAT,
  DECIMAL,
  TEXT,
  BINARY,
  DATE,
  TIME,
  /// A timestamp without a zone.
  NAIVE_TIMESTAMP,
  /// A timestamp whose zone has one fixed offset, such as UTC: compared by instant.
  INSTANT,
  /// A timestamp in a zone whose offset changes. Python compares two of them by wall time within
  /// one zone and refuses equality near a change of offset across zones, so these are not compiled.
  ZONED_TIMESTAMP,
  DURATION,
  LIST,
  STRUCT;

  public boolean isNumber() {
    return this == BOOL || this == INTEGER || this == FLOAT || this == DECIMAL;
  }
}
