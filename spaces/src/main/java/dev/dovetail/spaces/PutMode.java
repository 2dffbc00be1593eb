package dev.dovetail.spaces;

/// How rows that are put into a Space meet the rows that are there.
public enum PutMode {
  /// The new rows are the whole next version.
  REPLACE,
  /// The new rows follow the present ones; the schema must be the same.
  APPEND,
  /// A new row takes the place (and the arrival position) of the present row with its primary key,
  /// else follows.
  UPSERT
}
