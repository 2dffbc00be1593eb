package dev.dovetail.engine.range;

import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import org.jspecify.annotations.Nullable;

/// Sorts places of two arrays by key, stably. Few places by insertion; many by their digits of
/// eight bits from the last to the first (least significant digit radix sort), without those that
/// all keys have in common. One per thread.
///
/// Written for speed.
final class RowSort {
  private static final int FEW = 48;
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private final LongArray keys;
  private final IntArray positions;
  private final MemoryArea scratch;
  private final Execution execution;
  private @Nullable LongArray otherKeys;
  private @Nullable IntArray otherPositions;

  RowSort(LongArray keys, IntArray positions, MemoryArea scratch, Execution execution) {
    this.keys = keys;
    this.positions = positions;
    this.scratch = scratch;
    this.execution = execution;
  }

  /// Sorts the places from `from` to `to`, whose positions ascend; says whether they still do.
  boolean sort(int from, int to) {
    boolean sorted = true;
    for (int place = from + 1; sorted && place < to; place++) {
      sorted = keys.get(place - 1L) <= keys.get(place);
    }
    if (sorted) {
      return true;
    }
    if (to - from <= FEW) {
      insert(from, to);
    } else {
      byDigits(from, to);
    }
    return false;
  }

  private void insert(int from, int to) {
    for (int place = from + 1; place < to; place++) {
      long key = keys.get(place);
      int position = positions.get(place);
      int at = place;
      while (at > from && keys.get(at - 1L) > key) {
        keys.set(at, keys.get(at - 1L));
        positions.set(at, positions.get(at - 1L));
        at--;
      }
      keys.set(at, key);
      positions.set(at, position);
    }
  }

  private void byDigits(int from, int to) {
    int size = to - from;
    LongArray spareKeys = otherKeys;
    IntArray sparePositions = otherPositions;
    if (spareKeys == null || sparePositions == null || spareKeys.length() < size) {
      spareKeys = LongArray.allocate(scratch, size);
      sparePositions = IntArray.allocate(scratch, size);
      otherKeys = spareKeys;
      otherPositions = sparePositions;
    }
    long common = ~0L;
    long any = 0;
    for (int place = from; place < to; place++) {
      common &= keys.get(place);
      any |= keys.get(place);
    }
    long differing = common ^ any;
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      if (((differing >>> shift) & (DIGITS - 1)) != 0) {
        execution.check();
        byDigit(from, size, shift, spareKeys, sparePositions);
      }
    }
  }

  private void byDigit(
      int from, int size, int shift, LongArray spareKeys, IntArray sparePositions) {
    // the sign bit makes negative keys the least
    int flip = shift + DIGIT_BITS == Long.SIZE ? DIGITS >>> 1 : 0;
    int[] starts = new int[DIGITS + 1];
    for (int i = 0; i < size; i++) {
      int digit = ((int) (keys.get(from + (long) i) >>> shift) & (DIGITS - 1)) ^ flip;
      starts[digit + 1]++;
    }
    for (int d = 0; d < DIGITS; d++) {
      starts[d + 1] += starts[d];
    }
    for (int i = 0; i < size; i++) {
      long key = keys.get(from + (long) i);
      int digit = ((int) (key >>> shift) & (DIGITS - 1)) ^ flip;
      int at = starts[digit]++;
      spareKeys.set(at, key);
      sparePositions.set(at, positions.get(from + (long) i));
    }
    for (int i = 0; i < size; i++) {
      keys.set(from + (long) i, spareKeys.get(i));
      positions.set(from + (long) i, sparePositions.get(i));
    }
  }
}
