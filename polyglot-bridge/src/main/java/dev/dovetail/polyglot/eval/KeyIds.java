package dev.dovetail.polyglot.eval;

/// Ids of computed keys, by position: two ids are equal exactly where Python's `==` holds between
/// the keys.
@SuppressWarnings("ArrayRecordComponent") // read by the index that is built from it
public record KeyIds(long[] x, long[] y) {}
