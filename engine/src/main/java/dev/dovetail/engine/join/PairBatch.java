package dev.dovetail.engine.join;

/// Pairs of positions into the two sides' [KeyedRows], in X order, then Y order. The arrays may be
/// longer than `size`.
@SuppressWarnings("ArrayRecordComponent") // a view for the inner loop; never compared
public record PairBatch(int[] x, int[] y, int size) {}
